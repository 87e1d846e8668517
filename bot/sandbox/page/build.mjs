// Builds the page into built/, or with --tests the tests into
// node_modules/.tests/. The same sources give the same bytes on every machine.

import { build } from "esbuild";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

/** The licences of what app.js contains beside our own sources. */
async function licences() {
  const { dependencies } = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));
  const names = [...Object.keys(dependencies), "@preact/signals-core"].sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8")));
  // The library for markdown has this one in it, and not its licence.
  names.push("simple-markdown (within discord-markdown-parser)");
  texts.push(await readFile(new URL("simple-markdown.LICENSE", import.meta.url), "utf8"));
  return names.map((name, i) => `${name}\n\n${texts[i].trim()}\n`).join(`\n${"-".repeat(72)}\n\n`);
}

const common = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
  charset: "utf8",
};

if (process.argv.includes("--tests")) {
  const tests = (await readdir(new URL("test/", import.meta.url))).filter((name) => name.endsWith(".test.ts"));
  await rm(new URL("node_modules/.tests/", import.meta.url), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: tests.map((name) => `test/${name}`),
    outdir: "node_modules/.tests",
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
  });
} else {
  await rm(new URL("built/", import.meta.url), { recursive: true, force: true });
  await mkdir(new URL("built/", import.meta.url));
  await build({
    ...common,
    entryPoints: { app: "src/main.tsx" },
    outdir: "built",
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
  });
  await writeFile(new URL("built/LICENSES.txt", import.meta.url), await licences());
  await cp(new URL("src/index.html", import.meta.url), new URL("built/index.html", import.meta.url));
}
