import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Dialog } from "./dialog";
import { Icon } from "./icon";

export type Zoomed = { url: string; alt: string } | null;

/** The picture that is shown large. */
export const ZoomOf = createContext<Signal<Zoomed>>(signal<Zoomed>(null));

export function useZoom(): Signal<Zoomed> {
  return useContext(ZoomOf);
}

/** A picture as large as the window allows, with its description below. */
export function Zoom() {
  const zoom = useZoom();
  const picture = zoom.value;
  if (!picture) return null;
  const close = () => (zoom.value = null);
  return (
    <Dialog class="zoom" label="Picture" first="button" onClose={close}>
      <div class="zoom-picture" onClick={(event) => event.target === event.currentTarget && close()}>
        <img src={picture.url} alt={picture.alt} />
      </div>
      <div class="zoom-foot">
        {picture.alt ? <p tabIndex={0} class="zoom-alt">{picture.alt}</p> : <p class="soft">The picture has no description.</p>}
        <a href={picture.url} target="_blank" rel="noopener noreferrer" class="button secondary">Open by itself<Icon name="out" /></a>
        <button type="button" class="button secondary" onClick={close}>Close</button>
      </div>
    </Dialog>
  );
}
