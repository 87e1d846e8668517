package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"windfall/bot/discordtest"
)

// Where each command is offered, and to whom: on servers to everybody, but for the
// settings; in direct messages what makes sense there.
func TestCommandsAreOfferedWhereTheyMakeSense(t *testing.T) {
	t.Parallel()
	h := open(t)
	serversOnly := []string{"leaderboard", "ratings", "settings"}
	managersOnly := []string{"settings"}
	ana := h.guild.Join("Ana")
	general := h.guild.NewChannel("general")
	mia := h.guild.Join("Mia", discordtest.WithRoles(h.guild.NewRole("managers", discordtest.ManageGuild)))
	all := h.discord.Commands(nil)
	if len(all) < 6 {
		t.Fatalf("%d commands", len(all))
	}
	for _, c := range all {
		wantContexts := []int{discordtest.InGuild, discordtest.InBotDM}
		if slices.Contains(serversOnly, c.Name) {
			wantContexts = wantContexts[:1]
		}
		if !slices.Equal(c.Contexts, wantContexts) {
			t.Errorf("/%s is offered in %v, not in %v", c.Name, c.Contexts, wantContexts)
		}
		managers := slices.Contains(managersOnly, c.Name)
		if c.Restricted != managers || managers && c.Permissions != discordtest.ManageGuild {
			t.Errorf("/%s is restricted: %v, to %b", c.Name, c.Restricted, c.Permissions)
		}
	}
	// The announcement is a part of a command for everybody; who may not manage
	// the server is told.
	whispers(t, ana.In(general).Run("/adaman schedule"), "Only members who may manage this server")
	silentOn(t, mia.In(general).Run("/adaman schedule").Text(), "Only members")
}

// Who may use a command is a part of what is registered: if that alone differs,
// the commands are put to Discord anew, and otherwise they are not.
func TestHazard64_WhoMayUseACommandIsCompared(t *testing.T) {
	t.Parallel()
	const route = "/applications/{app}/commands"
	h := open(t)
	puts := h.discord.Count("PUT", route)
	h.restart()
	if n := h.discord.Count("PUT", route); n != puts {
		t.Errorf("%d registrations without a difference", n-puts)
	}
	for _, c := range h.discord.Commands(nil) {
		if c.Name == "settings" {
			h.patchCommand(c.ID, `{"default_member_permissions":null}`)
		}
	}
	h.restart()
	if n := h.discord.Count("PUT", route); n != puts+1 {
		t.Errorf("%d registrations after a difference", n-puts)
	}
	ana := h.guild.Join("Ana")
	if a := ana.In(h.guild.NewChannel("general")).Try().NoWait().Run("/settings"); a.Err() == nil {
		t.Error("anybody is offered the settings")
	}
}

// patchCommand changes a command behind the bot's back.
func (h *house) patchCommand(id, change string) {
	h.Helper()
	r, err := http.NewRequest(http.MethodPatch, "https://discord.com/api/v10/applications/"+h.discord.AppID()+"/commands/"+id, strings.NewReader(change))
	if err != nil {
		h.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+h.discord.Token())
	r.Header.Set("Content-Type", "application/json")
	answer, err := (&http.Client{Transport: h.discord.Transport()}).Do(r)
	if err != nil {
		h.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		h.Fatalf("status %d", answer.StatusCode)
	}
}
