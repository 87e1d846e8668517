package discordtest_test

import (
	"slices"
	"strings"
	"testing"

	"windfall/bot/discordtest"
)

// selectMenu is a string select with n options.
func selectMenu(customID string, n int, more object) object {
	o := object{"type": 3, "custom_id": customID, "options": repeat(n, func(i int) object {
		return object{"label": numbered("option ", i), "value": numbered("v", i)}
	})}
	for k, v := range more {
		o[k] = v
	}
	return o
}

func with(o object, key string, v any) object {
	out := object{}
	for k, x := range o {
		out[k] = x
	}
	if v == nil {
		delete(out, key)
	} else {
		out[key] = v
	}
	return out
}

const v2 = discordtest.FlagComponentsV2

// payloads are message bodies and what Discord says to them: a problem as
// "path: CODE", or an error code, or nothing.
var payloads = []struct {
	name    string
	body    object
	code    int
	problem string
}{
	{"plain text", object{"content": "hello"}, 0, ""},
	{"nothing", object{}, 50006, ""},
	{"white space only", object{"content": " \n "}, 50006, ""},
	{"2,000 characters", object{"content": strings.Repeat("ä", 2000)}, 0, ""},
	{"2,001 characters", object{"content": strings.Repeat("ä", 2001)}, 50035, "content: BASE_TYPE_MAX_LENGTH"},
	{"content that is no text", object{"content": []int{1}}, 50035, "content: STRING_TYPE_CONVERT"},
	{"nulls and empty lists as discordgo sends them", object{"content": "x", "embeds": nil, "components": nil, "attachments": []any{}}, 0, ""},

	// Rows of buttons and selects.
	{"buttons without text", object{"components": []object{actionRow(button("a", "a"))}}, 0, ""},
	{"five rows of five", object{"components": repeat(5, func(y int) object {
		return actionRow(repeat(5, func(x int) object { return button("b", numbered("b", y*5+x)) })...)
	})}, 0, ""},
	{"six rows", object{"components": repeat(6, func(y int) object { return actionRow(button("b", numbered("b", y))) })}, 50035, "components: BASE_TYPE_MAX_LENGTH"},
	{"six buttons in a row", object{"components": []object{actionRow(repeat(6, func(x int) object { return button("b", numbered("b", x)) })...)}}, 50035, "components.0.components: BASE_TYPE_BAD_LENGTH"},
	{"an empty row", object{"components": []object{actionRow()}}, 50035, "components.0.components: BASE_TYPE_REQUIRED"},
	{"a row with an empty list", object{"components": []object{{"type": 1, "components": []any{}}}}, 50035, "components.0.components: BASE_TYPE_BAD_LENGTH"},
	{"a button outside a row", object{"components": []object{button("a", "a")}}, 50035, "components.0.type: UNION_TYPE_CHOICES"},
	{"a row in a row", object{"components": []object{actionRow(actionRow(button("a", "a")))}}, 50035, "components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"a checkbox in a message", object{"components": []object{actionRow(object{"type": 23, "custom_id": "c"})}}, 50035, "components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"a select of users with one chosen", object{"components": []object{actionRow(object{"type": 5, "custom_id": "s", "default_values": []object{{"type": "user", "id": "5"}}})}}, 0, ""},
	{"a select of users with a role chosen", object{"components": []object{actionRow(object{"type": 5, "custom_id": "s", "default_values": []object{{"type": "role", "id": "5"}}})}}, 50035, "components.0.components.0.default_values.0.type: BASE_TYPE_CHOICES"},
	{"a select of users with a name chosen", object{"components": []object{actionRow(object{"type": 5, "custom_id": "s", "default_values": []object{{"type": "user", "id": "Ana"}}})}}, 50035, "components.0.components.0.default_values.0.id: NUMBER_TYPE_COERCE"},
	{"a select of channels, none of which has to be chosen", object{"components": []object{actionRow(object{"type": 8, "custom_id": "s", "min_values": 0, "max_values": 25, "channel_types": []int{0, 5, 15, 2}})}}, 0, ""},
	{"a select of channels with one chosen that is no more", object{"components": []object{actionRow(object{"type": 8, "custom_id": "s", "default_values": []object{{"type": "channel", "id": "5"}}})}}, 50035, "components.0.components.0.default_values.0.id: SELECT_COMPONENT_INVALID_DEFAULT_VALUE"},
	{"a select of channels with fewer chosen than have to be", object{"components": []object{actionRow(object{"type": 8, "custom_id": "s", "min_values": 2, "max_values": 3, "default_values": []object{{"type": "channel", "id": "5"}}})}}, 50035, "components.0.components.0.default_values: SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES"},
	{"a select of channels of a type twice", object{"components": []object{actionRow(object{"type": 8, "custom_id": "s", "channel_types": []int{0, 0}})}}, 50035, "components.0.components.0.channel_types.1: BASE_TYPE_CHOICES"},
	{"a select of channels of no such type", object{"components": []object{actionRow(object{"type": 8, "custom_id": "s", "channel_types": []int{99}})}}, 50035, "components.0.components.0.channel_types.0: BASE_TYPE_CHOICES"},
	{"a select of channels with options", object{"components": []object{actionRow(object{"type": 8, "custom_id": "s", "options": []object{{"label": "a", "value": "a"}}})}}, 50035, "components.0.components.0.options: SELECT_COMPONENT_OPTIONS_FORBIDDEN"},
	{"an unknown component", object{"components": []object{actionRow(object{"type": 99})}}, 50035, "components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"a component without type", object{"components": []object{actionRow(object{"label": "x"})}}, 50035, "components.0.components.0.type: BASE_TYPE_REQUIRED"},
	{"a component that is a text", object{"components": []any{"row"}}, 50035, "components.0: MODEL_TYPE_CONVERT"},
	{"components that are no list", object{"components": object{"0": 1}}, 50035, "components: LIST_TYPE_CONVERT"},
	{"button and select in one row", object{"components": []object{actionRow(button("a", "a"), selectMenu("s", 2, nil))}}, 50035, "components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
	{"select and button in one row", object{"components": []object{actionRow(selectMenu("s", 2, nil), button("a", "a"))}}, 50035, "components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
	{"two equal custom ids", object{"components": []object{actionRow(button("a", "same"), button("b", "same"))}}, 50035, "components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"two equal custom ids in different rows, one disabled", object{"components": []object{actionRow(button("a", "same")), actionRow(with(button("b", "same"), "disabled", true))}}, 50035, "components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"custom id of 100", object{"components": []object{actionRow(button("a", strings.Repeat("x", 100)))}}, 0, ""},
	{"custom id of 101", object{"components": []object{actionRow(button("a", strings.Repeat("x", 101)))}}, 50035, "components.0.components.0.custom_id: BASE_TYPE_BAD_LENGTH"},
	{"no custom id", object{"components": []object{actionRow(object{"type": 2, "style": 1, "label": "x"})}}, 50035, "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
	{"empty custom id", object{"components": []object{actionRow(button("a", ""))}}, 50035, "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
	{"no style", object{"components": []object{actionRow(with(button("a", "a"), "style", nil))}}, 50035, "components.0.components.0.style: BASE_TYPE_REQUIRED"},
	{"style 7", object{"components": []object{actionRow(with(button("a", "a"), "style", 7))}}, 50035, "components.0.components.0.style: NUMBER_TYPE_MAX"},
	{"label of 81", object{"components": []object{actionRow(button(strings.Repeat("x", 81), "a"))}}, 50035, "components.0.components.0.label: BASE_TYPE_MAX_LENGTH"},
	{"neither label nor emoji", object{"components": []object{actionRow(button("", "a"))}}, 50035, "components.0.components.0.label: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
	{"a label of white space", object{"components": []object{actionRow(button("  ", "a"))}}, 50035, "components.0.components.0.label: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
	{"a custom id of white space", object{"components": []object{actionRow(button("a", "  "))}}, 0, ""},
	{"an option labelled with white space", object{"components": []object{actionRow(with(selectMenu("s", 1, nil), "options", []object{{"label": " ", "value": "a"}}))}}, 50035, "components.0.components.0.options.0.label: BASE_TYPE_REQUIRED"},
	{"an option with white space as value", object{"components": []object{actionRow(with(selectMenu("s", 1, nil), "options", []object{{"label": "a", "value": " "}}))}}, 0, ""},
	{"emoji without label", object{"components": []object{actionRow(with(button("", "a"), "emoji", object{"name": "🍎"}))}}, 0, ""},
	{"disabled that is no boolean", object{"components": []object{actionRow(with(button("a", "a"), "disabled", "yes"))}}, 50035, "components.0.components.0.disabled: BOOLEAN_TYPE_CONVERT"},
	{"a link", object{"components": []object{actionRow(object{"type": 2, "style": 5, "label": "x", "url": "https://example.com"})}}, 0, ""},
	{"a link with custom id", object{"components": []object{actionRow(object{"type": 2, "style": 5, "label": "x", "url": "https://example.com", "custom_id": "a"})}}, 50035, "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
	{"a link without url", object{"components": []object{actionRow(object{"type": 2, "style": 5, "label": "x"})}}, 50035, "components.0.components.0.url: BASE_TYPE_REQUIRED"},
	{"a link to a script", object{"components": []object{actionRow(object{"type": 2, "style": 5, "label": "x", "url": "javascript:1"})}}, 50035, "components.0.components.0.url: URL_TYPE_INVALID_SCHEME"},
	{"a button with url", object{"components": []object{actionRow(with(button("a", "a"), "url", "https://example.com"))}}, 50035, "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},

	// Emoji.
	{"an empty emoji", object{"components": []object{actionRow(with(button("a", "a"), "emoji", object{}))}}, 50035, "components.0.components.0.emoji.name: BASE_TYPE_REQUIRED"},
	{"an emoji by name in colons", object{"components": []object{actionRow(with(button("a", "a"), "emoji", object{"name": ":apple:"}))}}, 50035, "components.0.components.0.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"},
	{"a star that is no emoji", object{"components": []object{actionRow(with(button("a", "a"), "emoji", object{"name": "★"}))}}, 50035, "components.0.components.0.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"},
	{"two emoji", object{"components": []object{actionRow(with(button("a", "a"), "emoji", object{"name": "🍎🍎"}))}}, 50035, "components.0.components.0.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI"},
	{"a custom emoji that nobody uploaded", object{"components": []object{actionRow(with(button("a", "a"), "emoji", object{"id": "123", "name": "x"}))}}, 50035, "components.0.components.0.emoji.id: BUTTON_COMPONENT_INVALID_EMOJI"},

	// Selects.
	{"25 options", object{"components": []object{actionRow(selectMenu("s", 25, nil))}}, 0, ""},
	{"26 options", object{"components": []object{actionRow(selectMenu("s", 26, nil))}}, 50035, "components.0.components.0.options: BASE_TYPE_BAD_LENGTH"},
	{"no options", object{"components": []object{actionRow(selectMenu("s", 0, nil))}}, 50035, "components.0.components.0.options: BASE_TYPE_BAD_LENGTH"},
	{"two equal values", object{"components": []object{actionRow(object{"type": 3, "custom_id": "s", "options": []object{{"label": "a", "value": "x"}, {"label": "b", "value": "x"}}})}}, 50035, "components.0.components.0.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
	{"an option without label", object{"components": []object{actionRow(object{"type": 3, "custom_id": "s", "options": []object{{"value": "x"}}})}}, 50035, "components.0.components.0.options.0.label: BASE_TYPE_REQUIRED"},
	{"a description of 101", object{"components": []object{actionRow(object{"type": 3, "custom_id": "s", "options": []object{{"label": "a", "value": "x", "description": strings.Repeat("x", 101)}}})}}, 50035, "components.0.components.0.options.0.description: BASE_TYPE_MAX_LENGTH"},
	{"min over max", object{"components": []object{actionRow(selectMenu("s", 5, object{"min_values": 3, "max_values": 2}))}}, 50035, "components.0.components.0.min_values: SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX"},
	{"min over the default max of one", object{"components": []object{actionRow(selectMenu("s", 5, object{"min_values": 2}))}}, 50035, "components.0.components.0.min_values: SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX"},
	{"max over the options", object{"components": []object{actionRow(selectMenu("s", 2, object{"max_values": 3}))}}, 50035, "components.0.components.0.max_values: SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS"},
	{"max of 26", object{"components": []object{actionRow(selectMenu("s", 25, object{"max_values": 26}))}}, 50035, "components.0.components.0.max_values: NUMBER_TYPE_MAX"},
	{"placeholder of 151", object{"components": []object{actionRow(selectMenu("s", 2, object{"placeholder": strings.Repeat("x", 151)}))}}, 50035, "components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH"},
	{"two default options where one fits", object{"components": []object{actionRow(object{"type": 3, "custom_id": "s", "options": []object{{"label": "a", "value": "x", "default": true}, {"label": "b", "value": "y", "default": true}}})}}, 50035, "components.0.components.0.options: SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
	{"a user select", object{"components": []object{actionRow(object{"type": 5, "custom_id": "u"})}}, 0, ""},
	{"a user select with options", object{"components": []object{actionRow(selectMenu("s", 2, object{"type": 5}))}}, 50035, "components.0.components.0.options: SELECT_COMPONENT_OPTIONS_FORBIDDEN"},
	{"a text input in a message", object{"components": []object{actionRow(object{"type": 4, "custom_id": "t", "label": "x", "style": 1})}}, 50035, "components.0.components.0.type: UNION_TYPE_CHOICES"},

	// Components V2.
	{"a text display", object{"flags": v2, "components": []object{text("hello")}}, 0, ""},
	{"a text display without the flag", object{"components": []object{text("hello")}}, 50035, "components.0.type: UNION_TYPE_CHOICES"},
	{"the flag with content", object{"flags": v2, "content": "x", "components": []object{text("hello")}}, 50035, "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
	{"the flag with embeds", object{"flags": v2, "embeds": []object{{"title": "x"}}, "components": []object{text("hello")}}, 50035, "embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
	{"the flag with empty content and no embeds", object{"flags": v2, "content": "", "embeds": nil, "components": []object{text("hello")}}, 0, ""},
	{"the flag without components", object{"flags": v2}, 50006, ""},
	{"40 components", object{"flags": v2, "components": repeat(40, func(int) object { return text("x") })}, 0, ""},
	{"41 components at the top", object{"flags": v2, "components": repeat(41, func(int) object { return text("x") })}, 50035, "components: BASE_TYPE_MAX_LENGTH"},
	{"41 components with nesting", object{"flags": v2, "components": []object{{"type": 17, "components": repeat(40, func(int) object { return text("x") })}}}, 50035, "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
	{"the accessory counts", object{"flags": v2, "components": repeat(14, func(i int) object {
		return object{"type": 9, "components": []object{text("x")}, "accessory": button("b", numbered("b", i))}
	})}, 50035, "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
	{"4,000 characters in two displays", object{"flags": v2, "components": []object{text(strings.Repeat("x", 2000)), text(strings.Repeat("y", 2000))}}, 0, ""},
	{"4,001 characters in two displays", object{"flags": v2, "components": []object{text(strings.Repeat("x", 2000)), {"type": 17, "components": []object{text(strings.Repeat("y", 2001))}}}}, 50035, "components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
	{"an empty text display", object{"flags": v2, "components": []object{text("")}}, 50035, "components.0.content: BASE_TYPE_REQUIRED"},
	{"a text display of white space", object{"flags": v2, "components": []object{text(" \n\t")}}, 50035, "components.0.content: BASE_TYPE_REQUIRED"},
	{"a text display of a word and white space", object{"flags": v2, "components": []object{text("\n x \n")}}, 0, ""},
	{"4,000 characters and a blank", object{"flags": v2, "components": []object{text(strings.Repeat("x", 4000) + " ")}}, 50035, "components.0.content: BASE_TYPE_BAD_LENGTH"},
	{"alt text of white space", object{"flags": v2, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "https://example.com/x.png"}, "description": "  "}}}}}, 50035, "components.0.items.0.description: BASE_TYPE_BAD_LENGTH"},
	{"a container in a container", object{"flags": v2, "components": []object{{"type": 17, "components": []object{{"type": 17, "components": []object{text("x")}}}}}}, 50035, "components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"an empty container", object{"flags": v2, "components": []object{{"type": 17, "components": []any{}}}}, 50035, "components.0.components: BASE_TYPE_BAD_LENGTH"},
	{"a colour beyond white", object{"flags": v2, "components": []object{{"type": 17, "accent_color": 0x1000000, "components": []object{text("x")}}}}, 50035, "components.0.accent_color: NUMBER_TYPE_MAX"},
	{"a section without accessory", object{"flags": v2, "components": []object{{"type": 9, "components": []object{text("x")}}}}, 50035, "components.0.accessory: BASE_TYPE_REQUIRED"},
	{"a section with four texts", object{"flags": v2, "components": []object{{"type": 9, "components": repeat(4, func(int) object { return text("x") }), "accessory": button("a", "a")}}}, 50035, "components.0.components: BASE_TYPE_BAD_LENGTH"},
	{"a section with a button as text", object{"flags": v2, "components": []object{{"type": 9, "components": []object{button("b", "b")}, "accessory": button("a", "a")}}}, 50035, "components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"a select as accessory", object{"flags": v2, "components": []object{{"type": 9, "components": []object{text("x")}, "accessory": selectMenu("s", 2, nil)}}}, 50035, "components.0.accessory.type: UNION_TYPE_CHOICES"},
	{"equal custom ids, one of an accessory", object{"flags": v2, "components": []object{actionRow(button("a", "same")), {"type": 9, "components": []object{text("x")}, "accessory": button("b", "same")}}}, 50035, "components.1.accessory.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"a thumbnail on its own", object{"flags": v2, "components": []object{{"type": 11, "media": object{"url": "https://example.com/x.png"}}}}, 50035, "components.0.type: UNION_TYPE_CHOICES"},
	{"an empty gallery", object{"flags": v2, "components": []object{{"type": 12, "items": []any{}}}}, 50035, "components.0.items: BASE_TYPE_BAD_LENGTH"},
	{"eleven pictures", object{"flags": v2, "components": []object{{"type": 12, "items": repeat(11, func(int) object { return object{"media": object{"url": "https://example.com/x.png"}} })}}}, 50035, "components.0.items: BASE_TYPE_BAD_LENGTH"},
	{"alt text of 1,024", object{"flags": v2, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "https://example.com/x.png"}, "description": strings.Repeat("x", 1024)}}}}}, 0, ""},
	{"empty alt text", object{"flags": v2, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "https://example.com/x.png"}, "description": ""}}}}}, 50035, "components.0.items.0.description: BASE_TYPE_BAD_LENGTH"},
	{"alt text of 1,025", object{"flags": v2, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "https://example.com/x.png"}, "description": strings.Repeat("x", 1025)}}}}}, 50035, "components.0.items.0.description: BASE_TYPE_BAD_LENGTH"},
	{"a picture that was not sent along", object{"flags": v2, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "attachment://board.png"}}}}}}, 50035, "components.0.items.0.media.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"a picture from a disk", object{"flags": v2, "components": []object{{"type": 12, "items": []object{{"media": object{"url": "file:///x.png"}}}}}}, 50035, "components.0.items.0.media.url: URL_TYPE_INVALID_SCHEME"},
	{"a file from elsewhere", object{"flags": v2, "components": []object{{"type": 13, "file": object{"url": "https://example.com/x.txt"}}}}, 50035, "components.0.file.url: UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED"},
	{"a separator", object{"flags": v2, "components": []object{text("x"), {"type": 14, "divider": true, "spacing": 2}}}, 0, ""},
	{"a separator with spacing 3", object{"flags": v2, "components": []object{text("x"), {"type": 14, "spacing": 3}}}, 50035, "components.1.spacing: NUMBER_TYPE_MAX"},
	{"equal component ids", object{"flags": v2, "components": []object{{"type": 10, "content": "x", "id": 5}, {"type": 10, "content": "y", "id": 5}}}, 50035, "components.1.id: COMPONENT_ID_DUPLICATED"},

	// Embeds.
	{"an embed", object{"embeds": []object{{"title": "x", "fields": []object{{"name": "a", "value": "b"}}}}}, 0, ""},
	{"eleven embeds", object{"embeds": repeat(11, func(int) object { return object{"title": "x"} })}, 50035, "embeds: BASE_TYPE_MAX_LENGTH"},
	{"an empty embed", object{"embeds": []object{{}}}, 50035, "embeds.0: EMBED_EMPTY"},
	{"a title of 257", object{"embeds": []object{{"title": strings.Repeat("x", 257)}}}, 50035, "embeds.0.title: BASE_TYPE_MAX_LENGTH"},
	{"a description of 4,097", object{"embeds": []object{{"description": strings.Repeat("x", 4097)}}}, 50035, "embeds.0.description: BASE_TYPE_MAX_LENGTH"},
	{"26 fields", object{"embeds": []object{{"fields": repeat(26, func(int) object { return object{"name": "a", "value": "b"} })}}}, 50035, "embeds.0.fields: BASE_TYPE_MAX_LENGTH"},
	{"a field without value", object{"embeds": []object{{"fields": []object{{"name": "a"}}}}}, 50035, "embeds.0.fields.0.value: BASE_TYPE_REQUIRED"},
	{"a field named with white space", object{"embeds": []object{{"fields": []object{{"name": " ", "value": "b"}}}}}, 50035, "embeds.0.fields.0.name: BASE_TYPE_REQUIRED"},
	{"a field of white space", object{"embeds": []object{{"fields": []object{{"name": "a", "value": "\n"}}}}}, 50035, "embeds.0.fields.0.value: BASE_TYPE_REQUIRED"},
	{"a footer of white space", object{"embeds": []object{{"title": "x", "footer": object{"text": " "}}}}, 50035, "embeds.0.footer.text: BASE_TYPE_REQUIRED"},
	{"an embed of white space", object{"embeds": []object{{"title": " ", "description": "\n"}}}, 50035, "embeds.0: EMBED_EMPTY"},
	{"6,001 characters in all embeds", object{"embeds": []object{{"description": strings.Repeat("x", 4000)}, {"description": strings.Repeat("x", 2001)}}}, 50035, "embeds: MAX_EMBED_SIZE_EXCEEDED"},
	{"an embed that leads nowhere", object{"embeds": []object{{"title": "x", "url": "example"}}}, 50035, "embeds.0.url: URL_TYPE_INVALID_SCHEME"},
	{"an embed's author that leads nowhere", object{"embeds": []object{{"author": object{"name": "x", "url": "javascript:x"}}}}, 50035, "embeds.0.author.url: URL_TYPE_INVALID_SCHEME"},
	{"an embed's icon that was not sent along", object{"embeds": []object{{"footer": object{"text": "x", "icon_url": "attachment://x.png"}}}}, 50035, "embeds.0.footer.icon_url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"an embed's picture without an address", object{"embeds": []object{{"title": "x", "image": object{}}}}, 50035, "embeds.0.image.url: BASE_TYPE_REQUIRED"},
	{"an embed of an hour that is none", object{"embeds": []object{{"title": "x", "timestamp": "noon"}}}, 50035, "embeds.0.timestamp: DATE_TIME_TYPE_PARSE"},
	{"an embed of an hour", object{"embeds": []object{{"title": "x", "timestamp": "2026-12-04T12:00:00.000Z"}}}, 0, ""},
	{"an embed's picture that was not sent along", object{"embeds": []object{{"image": object{"url": "attachment://x.png"}}}}, 50035, "embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},

	// The rest.
	{"an attachment that is none", object{"content": "x", "attachments": []object{{"id": "5"}}}, 50035, "attachments.0.id: ATTACHMENT_NOT_FOUND"},
	{"mentions both parsed and listed", object{"content": "x", "allowed_mentions": object{"parse": []string{"users"}, "users": []string{"1"}}}, 50035, "allowed_mentions.users: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
	{"mentions of an unknown kind", object{"content": "x", "allowed_mentions": object{"parse": []string{"all"}}}, 50035, "allowed_mentions.parse.0: BASE_TYPE_CHOICES"},
	{"mentions of names", object{"content": "x", "allowed_mentions": object{"users": []string{"Ana"}}}, 50035, "allowed_mentions.users.0: NUMBER_TYPE_COERCE"},
	{"a member mentioned twice over", object{"content": "x", "allowed_mentions": object{"users": []string{"1", "2", "1"}}}, 50035, "allowed_mentions.users.2: SET_TYPE_ALREADY_CONTAINS_VALUE"},
	{"a kind of mention twice", object{"content": "x", "allowed_mentions": object{"parse": []string{"users", "users"}}}, 50035, "allowed_mentions.parse.1: SET_TYPE_ALREADY_CONTAINS_VALUE"},
	{"a nonce of 26", object{"content": "x", "nonce": strings.Repeat("x", 26)}, 50035, "nonce: NONCE_TYPE_TOO_LONG"},
	{"an answer to an unknown message", object{"content": "x", "message_reference": object{"message_id": "5"}}, 50035, "message_reference: REPLIES_UNKNOWN_MESSAGE"},
}

func TestPayloads(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	for _, c := range payloads {
		t.Run(c.name, func(t *testing.T) {
			p := r.send(c.body)
			judge(t, p, 200, c.code, c.problem)
			// The same body in answer to a command. Nonces and references do
			// not belong there.
			if c.body["nonce"] != nil || c.body["message_reference"] != nil {
				return
			}
			i, a := r.run()
			problem := c.problem
			if problem != "" {
				problem = "data." + problem
			}
			judge(t, i.answer(4, c.body), 204, c.code, problem)
			if want := map[bool]discordtest.State{true: discordtest.Replied, false: discordtest.Pending}[c.code == 0]; a.State() != want {
				t.Errorf("the action is %v, want %v", a.State(), want)
			}
		})
	}
}

// judge compares an answer with an expected code, 0 for success, and problem.
func judge(t *testing.T, p reply, success, code int, problem string) {
	t.Helper()
	if code == 0 {
		p.must(t, success)
		return
	}
	p.is(t, 400, code)
	if problem != "" && !slices.Contains(p.problems(), problem) {
		t.Errorf("problems are %q, want %q", p.problems(), problem)
	}
}

func TestErrorsAreNestedAsDiscordNestsThem(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.send(object{"components": []object{actionRow(button("a", "same"), button("b", "same"))}})
	const want = `{"code":50035,"errors":{"components":{"0":{"components":{"1":{"custom_id":{"_errors":[` +
		`{"code":"COMPONENT_CUSTOM_ID_DUPLICATED","message":"Component custom id cannot be duplicated"}]}}}}}},"message":"Invalid Form Body"}`
	if string(p.raw) != want {
		t.Errorf("got  %s\nwant %s", p.raw, want)
	}
}

func TestEmojiOfAllKinds(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	mine := r.AddEmoji("serpent")
	for _, e := range []object{{"name": "🍎"}, {"name": "❤️"}, {"name": "❤"}, {"name": "1️⃣"}, {"name": "🇩🇪"}, {"name": "👩‍🌾"}, {"name": "👍🏽"},
		{"name": "🏴󠁧󠁢󠁥󠁮󠁧󠁿"}, {"name": "♠️"}, {"id": mine}, {"id": mine, "name": "serpent"}, {"id": nil, "name": "✅"}} {
		r.send(object{"components": []object{actionRow(with(button("", "a"), "emoji", e))}}).must(t, 200)
	}
	for _, name := range []string{"a", "1", "☆", "✓", "🂡", "🍎 ", "\ufe0f", "🇩", "🍎\u200d", "<:x:1>"} {
		r.send(object{"components": []object{actionRow(with(button("", "a"), "emoji", object{"name": name}))}}).is(t, 400, 50035)
	}
}

func TestComponentsGetIDs(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	p := r.send(object{"flags": v2, "components": []object{{"type": 10, "content": "x", "id": 1}, actionRow(button("a", "a"))}}).must(t, 200)
	list := p.body["components"].([]any)
	rowID := list[1].(object)["id"]
	buttonID := list[1].(object)["components"].([]any)[0].(object)["id"]
	if list[0].(object)["id"] != 1.0 || rowID != 2.0 || buttonID != 3.0 {
		t.Errorf("ids: %s", p.raw)
	}
}

// modals are forms and what Discord says to them.
var modals = []struct {
	name    string
	body    object
	problem string
}{
	{"a form", form(1, nil), ""},
	{"no title", with(form(1, nil), "title", nil), "data.title: BASE_TYPE_REQUIRED"},
	{"a title of 46", with(form(1, nil), "title", strings.Repeat("x", 46)), "data.title: BASE_TYPE_BAD_LENGTH"},
	{"no custom id", with(form(1, nil), "custom_id", nil), "data.custom_id: BASE_TYPE_REQUIRED"},
	{"custom id of 101", with(form(1, nil), "custom_id", strings.Repeat("x", 101)), "data.custom_id: BASE_TYPE_BAD_LENGTH"},
	{"six rows", form(6, nil), "data.components: BASE_TYPE_BAD_LENGTH"},
	{"no rows", form(0, nil), "data.components: BASE_TYPE_BAD_LENGTH"},
	{"two inputs in a row", with(form(1, nil), "components", []object{actionRow(input(1, nil), input(2, nil))}), "data.components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
	{"equal custom ids", with(form(1, nil), "components", []object{actionRow(input(1, nil)), actionRow(input(1, nil))}), "data.components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"a button", with(form(1, nil), "components", []object{actionRow(button("a", "a"))}), "data.components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"no label", form(1, object{"label": nil}), "data.components.0.components.0.label: BASE_TYPE_REQUIRED"},
	{"a title of white space", with(form(1, nil), "title", "  "), "data.title: BASE_TYPE_REQUIRED"},
	{"a label of white space", form(1, object{"label": " "}), "data.components.0.components.0.label: BASE_TYPE_REQUIRED"},
	{"a label of 46", form(1, object{"label": strings.Repeat("x", 46)}), "data.components.0.components.0.label: BASE_TYPE_BAD_LENGTH"},
	{"no style", form(1, object{"style": nil}), "data.components.0.components.0.style: BASE_TYPE_REQUIRED"},
	{"style 3", form(1, object{"style": 3}), "data.components.0.components.0.style: NUMBER_TYPE_MAX"},
	{"a placeholder of 101", form(1, object{"placeholder": strings.Repeat("x", 101)}), "data.components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH"},
	{"a length of 4,001", form(1, object{"max_length": 4001}), "data.components.0.components.0.max_length: NUMBER_TYPE_MAX"},
	{"min over max", form(1, object{"min_length": 5, "max_length": 4}), "data.components.0.components.0.min_length: TEXT_INPUT_MIN_LENGTH_EXCEEDS_MAX"},
	{"a value longer than allowed", form(1, object{"value": "12345", "max_length": 4}), "data.components.0.components.0.value: BASE_TYPE_MAX_LENGTH"},
	{"a label component", with(form(1, nil), "components", []object{{"type": 18, "label": "Name", "component": with(input(1, nil), "label", nil)}}), ""},
	{"a label component without its component", with(form(1, nil), "components", []object{{"type": 18, "label": "Name"}}), "data.components.0.component: BASE_TYPE_REQUIRED"},
	{"a label component of white space", with(form(1, nil), "components", []object{{"type": 18, "label": " ", "component": with(input(1, nil), "label", nil)}}), "data.components.0.label: BASE_TYPE_REQUIRED"},
	{"a label component with an empty description", with(form(1, nil), "components", []object{{"type": 18, "label": "Name", "description": "", "component": with(input(1, nil), "label", nil)}}), "data.components.0.description: BASE_TYPE_BAD_LENGTH"},
	{"a file upload in a label", inLabel(object{"type": 19, "custom_id": "f", "min_values": 0, "max_values": 10, "required": false}), ""},
	{"eleven files", inLabel(object{"type": 19, "custom_id": "f", "max_values": 11}), "data.components.0.component.max_values: NUMBER_TYPE_MAX"},
	{"no file, and yet required", inLabel(object{"type": 19, "custom_id": "f", "min_values": 0}), "data.components.0.component.min_values: COMPONENT_REQUIRED_MIN_VALUES"},
	{"more files at least than at most", inLabel(object{"type": 19, "custom_id": "f", "min_values": 2}), "data.components.0.component.min_values: SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX"},
	{"a file upload without custom id", inLabel(object{"type": 19}), "data.components.0.component.custom_id: BASE_TYPE_REQUIRED"},
	{"a radio group in a label", inLabel(group(21, 10, nil)), ""},
	{"a radio group of one", inLabel(group(21, 1, nil)), "data.components.0.component.options: BASE_TYPE_BAD_LENGTH"},
	{"a radio group of eleven", inLabel(group(21, 11, nil)), "data.components.0.component.options: BASE_TYPE_BAD_LENGTH"},
	{"a radio group with equal values", inLabel(with(group(21, 2, nil), "options", []object{{"label": "a", "value": "x"}, {"label": "b", "value": "x"}})), "data.components.0.component.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
	{"a radio group with two defaults", inLabel(with(group(21, 2, nil), "options", []object{{"label": "a", "value": "x", "default": true}, {"label": "b", "value": "y", "default": true}})), "data.components.0.component.options: SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
	{"a radio option of white space", inLabel(with(group(21, 2, nil), "options", []object{{"label": " ", "value": "x"}, {"label": "b", "value": "y"}})), "data.components.0.component.options.0.label: BASE_TYPE_REQUIRED"},
	{"a checkbox group in a label", inLabel(group(22, 1, object{"min_values": 1, "max_values": 1})), ""},
	{"a checkbox group of eleven", inLabel(group(22, 11, nil)), "data.components.0.component.options: BASE_TYPE_BAD_LENGTH"},
	{"an empty checkbox group", inLabel(group(22, 0, nil)), "data.components.0.component.options: BASE_TYPE_BAD_LENGTH"},
	{"a checkbox group that wants more than it has", inLabel(group(22, 2, object{"min_values": 3})), "data.components.0.component.min_values: SELECT_COMPONENT_MIN_VALUES_EXCEEDS_OPTIONS"},
	{"a checkbox in a label", inLabel(object{"type": 23, "custom_id": "c", "default": true}), ""},
	{"a checkbox that is half checked", inLabel(object{"type": 23, "custom_id": "c", "default": "half"}), "data.components.0.component.default: BOOLEAN_TYPE_CONVERT"},
	{"a checkbox outside a label", with(form(1, nil), "components", []object{{"type": 23, "custom_id": "c"}}), "data.components.0.type: UNION_TYPE_CHOICES"},
	{"a checkbox in a row", with(form(1, nil), "components", []object{actionRow(object{"type": 23, "custom_id": "c"})}), "data.components.0.components.0.type: UNION_TYPE_CHOICES"},
	{"a select in a label", with(form(1, nil), "components", []object{{"type": 18, "label": "Name", "component": selectMenu("s", 2, nil)}}), ""},
}

// inLabel is a form with one label around a component.
func inLabel(c object) object {
	return with(form(1, nil), "components", []object{{"type": 18, "label": "Name", "component": c}})
}

// group is a group of n radio buttons or checkboxes.
func group(kind, n int, more object) object {
	o := with(selectMenu("g", n, nil), "type", kind)
	for k, v := range more {
		o[k] = v
	}
	return o
}

func input(n int, more object) object {
	o := object{"type": 4, "custom_id": numbered("i", n), "label": "Name", "style": 1}
	for k, v := range more {
		o = with(o, k, v)
	}
	return o
}

func form(rows int, more object) object {
	return object{"custom_id": "form", "title": "A form", "components": repeat(rows, func(i int) object { return actionRow(input(i, more)) })}
}

func TestModals(t *testing.T) {
	r := newRig(t, discordtest.Config{}).online()
	for _, c := range modals {
		t.Run(c.name, func(t *testing.T) {
			i, _ := r.run()
			code := 0
			if c.problem != "" {
				code = 50035
			}
			judge(t, i.answer(9, c.body), 204, code, c.problem)
		})
	}
}

// command is a definition with one change.
func command(key string, v any) object {
	return with(object{"name": "play", "description": "Plays"}, key, v)
}

func option(kind int, more object) object {
	o := object{"type": kind, "name": "x", "description": "An option"}
	for k, v := range more {
		o[k] = v
	}
	return o
}

// commands are definitions and what Discord says to them.
var commands = []struct {
	name    string
	list    []object
	problem string
}{
	{"a command", []object{command("x", 1)}, ""},
	{"none", []object{}, ""},
	{"no description", []object{command("description", nil)}, "0.description: BASE_TYPE_REQUIRED"},
	{"empty description", []object{command("description", "")}, "0.description: BASE_TYPE_REQUIRED"},
	{"description of white space", []object{command("description", "  ")}, "0.description: BASE_TYPE_REQUIRED"},
	{"description of 101", []object{command("description", strings.Repeat("x", 101))}, "0.description: BASE_TYPE_BAD_LENGTH"},
	{"no name", []object{command("name", nil)}, "0.name: BASE_TYPE_REQUIRED"},
	{"upper case", []object{command("name", "Play")}, "0.name: APPLICATION_COMMAND_INVALID_NAME"},
	{"a space", []object{command("name", "adam eva")}, "0.name: APPLICATION_COMMAND_INVALID_NAME"},
	{"a hyphen", []object{command("name", "adam-eva")}, ""},
	{"an umlaut", []object{command("name", "äpfel")}, ""},
	{"an ampersand", []object{command("name", "a&e")}, "0.name: APPLICATION_COMMAND_INVALID_NAME"},
	{"a name of 33", []object{command("name", strings.Repeat("x", 33))}, "0.name: BASE_TYPE_BAD_LENGTH"},
	{"the same name twice", []object{command("x", 1), command("x", 1)}, "1: APPLICATION_COMMANDS_DUPLICATE_NAME"},
	{"the same name for a user command", []object{command("x", 1), {"name": "play", "type": 2}}, ""},
	{"a user command with description", []object{{"name": "Play", "type": 2, "description": "x"}}, "0.description: APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN"},
	{"permissions as text", []object{command("default_member_permissions", "32")}, ""},
	{"permissions as words", []object{command("default_member_permissions", "admin")}, "0.default_member_permissions: NUMBER_TYPE_COERCE"},
	{"an unknown context", []object{command("contexts", []int{7})}, "0.contexts.0: BASE_TYPE_CHOICES"},
	{"an unknown locale", []object{command("name_localizations", object{"xx": "spiel"})}, "0.name_localizations.xx: BASE_TYPE_CHOICES"},
	{"a localized name in upper case", []object{command("name_localizations", object{"de": "Spiel"})}, "0.name_localizations.de: APPLICATION_COMMAND_INVALID_NAME"},
	{"26 options", []object{command("options", repeat(26, func(i int) object { return option(3, object{"name": numbered("o", i)}) }))}, "0.options: BASE_TYPE_MAX_LENGTH"},
	{"an option without description", []object{command("options", []object{{"type": 3, "name": "x"}})}, "0.options.0.description: BASE_TYPE_REQUIRED"},
	{"an option without type", []object{command("options", []object{{"name": "x", "description": "x"}})}, "0.options.0.type: BASE_TYPE_REQUIRED"},
	{"an option in upper case", []object{command("options", []object{option(3, object{"name": "Name"})})}, "0.options.0.name: APPLICATION_COMMAND_INVALID_NAME"},
	{"two options of one name", []object{command("options", []object{option(3, nil), option(4, nil)})}, "0.options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
	{"required after optional", []object{command("options", []object{option(3, nil), option(3, object{"name": "y", "required": true})})}, "0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
	{"required before optional", []object{command("options", []object{option(3, object{"required": true}), option(3, object{"name": "y"})})}, ""},
	{"an option beside a sub-command", []object{command("options", []object{option(1, nil), option(3, object{"name": "y"})})}, "0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
	{"a group in a group", []object{command("options", []object{option(2, object{"options": []object{option(2, nil)}})})}, "0.options.0.options.0.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
	{"a sub-command in a sub-command", []object{command("options", []object{option(1, object{"options": []object{option(1, nil)}})})}, "0.options.0.options.0.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
	{"a string in a group", []object{command("options", []object{option(2, object{"options": []object{option(3, nil)}})})}, "0.options.0.options.0.type: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
	{"26 choices", []object{command("options", []object{option(3, object{"choices": repeat(26, func(i int) object { return object{"name": numbered("c", i), "value": "v"} })})})}, "0.options.0.choices: BASE_TYPE_MAX_LENGTH"},
	{"a choice of the wrong type", []object{command("options", []object{option(4, object{"choices": []object{{"name": "a", "value": "one"}}})})}, "0.options.0.choices.0.value: NUMBER_TYPE_COERCE"},
	{"two choices of one name", []object{command("options", []object{option(3, object{"choices": []object{{"name": "a", "value": "1"}, {"name": "a", "value": "2"}}})})}, "0.options.0.choices.1.name: APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
	{"choices of a user", []object{command("options", []object{option(6, object{"choices": []object{{"name": "a", "value": "1"}}})})}, "0.options.0.choices.0: APPLICATION_COMMAND_OPTION_CHOICES_FORBIDDEN"},
	{"choices and autocomplete", []object{command("options", []object{option(3, object{"autocomplete": true, "choices": []object{{"name": "a", "value": "1"}}})})}, "0.options.0.autocomplete: APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID"},
	{"min over max", []object{command("options", []object{option(4, object{"min_value": 3, "max_value": 2})})}, "0.options.0.min_value: APPLICATION_COMMAND_OPTION_BOUNDS_INVALID"},
	{"bounds of a text", []object{command("options", []object{option(3, object{"min_value": 3})})}, "0.options.0.min_value: APPLICATION_COMMAND_OPTION_BOUNDS_FORBIDDEN"},
	{"8,001 characters", []object{command("options", repeat(10, func(i int) object {
		return option(3, object{"name": numbered("o", i), "choices": repeat(10, func(j int) object {
			return object{"name": numbered(strings.Repeat("n", 40), j), "value": numbered(strings.Repeat("v", 40), j)}
		})})
	}))}, "0: APPLICATION_COMMAND_TOO_LARGE"},
}

func TestCommandDefinitions(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	for _, c := range commands {
		t.Run(c.name, func(t *testing.T) {
			for _, scope := range []string{"/applications/" + r.AppID() + "/commands", "/applications/" + r.AppID() + "/guilds/" + r.guild.ID() + "/commands"} {
				before := r.Commands(r.guild)
				code := 0
				if c.problem != "" {
					code = 50035
				}
				judge(t, r.put(scope, c.list), 200, code, c.problem)
				if code != 0 && len(r.Commands(r.guild)) != len(before) {
					t.Error("a refused definition changed the commands")
				}
			}
		})
	}
}

func TestCommandsKeepTheirIdentity(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	path := "/applications/" + r.AppID() + "/commands"
	r.put(path, []object{command("x", 1), {"name": "rules", "description": "Rules"}}).must(t, 200)
	first := r.Commands(nil)
	r.put(path, []object{command("description", "Plays better")}).must(t, 200)
	second := r.Commands(nil)
	if len(second) != 1 || second[0].ID != first[0].ID || second[0].Description != "Plays better" {
		t.Errorf("first %+v, then %+v", first, second)
	}
	one := r.get(path+"/"+second[0].ID).must(t, 200)
	if one.str("name") != "play" || one.str("application_id") != r.AppID() || one.body["options"] != nil {
		t.Errorf("GET gives %s", one.raw)
	}
	r.patch(path+"/"+second[0].ID, object{"description": "Plays"}).must(t, 200)
	if got := r.post(path, object{"name": "new", "description": "New"}); got.status != 201 {
		t.Errorf("a new command: status %d", got.status)
	}
	if got := r.post(path, object{"name": "new", "description": "Newer"}); got.status != 200 {
		t.Errorf("an old command: status %d", got.status)
	}
	r.delete(path+"/"+second[0].ID).must(t, 204)
	r.delete(path+"/"+second[0].ID).is(t, 404, 10063)
	r.put("/applications/1/commands", []object{}).is(t, 404, 10002)
}

func TestAnUnchangedCommandKeepsItsVersion(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	path := "/applications/" + r.AppID() + "/commands"
	r.put(path, []object{command("x", 1)}).must(t, 200)
	before := r.get(path).raw
	r.put(path, []object{command("x", 1)}).must(t, 200)
	if after := r.get(path).raw; string(before) != string(after) {
		t.Errorf("before %s\nafter  %s", before, after)
	}
	r.put(path, []object{command("description", "Other")}).must(t, 200)
	if after := r.get(path).raw; strings.Count(string(after), `"version"`) != 1 || string(before) == string(after) {
		t.Errorf("the version did not change: %s", after)
	}
}

// What a command, its options and their choices are called in other languages is
// kept, given back to who asks for it, and kept to itself otherwise.
func TestCommandsKeepTheirNamesInOtherLanguages(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	path := "/applications/" + r.AppID() + "/commands"
	in := func(said string) object { return object{"de": said} }
	r.put(path, []object{{"name": "play", "name_localizations": in("spielen"), "description": "Play", "options": []object{{
		"type": 1, "name": "go", "name_localizations": in("los"), "description": "Go", "description_localizations": in("Los geht es"), "options": []object{{
			"type": 3, "name": "how", "name_localizations": in("wie"), "description": "How",
			"choices": []object{{"name": "Fast", "name_localizations": in("Schnell"), "value": "fast"}},
		}},
	}}}}).must(t, 200)
	id := r.Commands(nil)[0].ID
	words := []string{"spielen", "los", "Los geht es", "wie", "Schnell"}
	check := func() {
		t.Helper()
		with, without := string(r.get(path+"?with_localizations=true").must(t, 200).raw), string(r.get(path).must(t, 200).raw)
		for _, word := range words {
			if !strings.Contains(with, `{"de":"`+word+`"}`) || strings.Contains(without, word) {
				t.Errorf("%s is asked for in %s\nand not in %s", word, with, without)
			}
		}
	}
	check()
	r.patch(path+"/"+id, object{"description": "Play on"}).must(t, 200)
	check()
}

// A client shows a command in its own locale, in the one that Discord falls back
// to, or as it was registered.
func TestAClientShowsCommandsInItsLocale(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	path := "/applications/" + r.AppID() + "/commands"
	r.put(path, []object{{"name": "play", "name_localizations": object{"de": "spielen", "en-GB": "have-a-go"}, "description": "Play",
		"description_localizations": object{"es-ES": "Jugar"}, "options": []object{{
			"type": 3, "name": "how", "name_localizations": object{"de": "wie"}, "description": "How", "description_localizations": object{"de": "Wie"},
			"choices": []object{{"name": "Fast", "name_localizations": object{"de": "Schnell"}, "value": "fast"}, {"name": "Slow", "value": "slow"}},
		}}}}).must(t, 200)
	c := r.Commands(nil)[0]
	for locale, want := range map[string]string{
		"de":     "spielen Play wie Wie Schnell Slow",
		"en-US":  "have-a-go Play how How Fast Slow",
		"es-419": "play Jugar how How Fast Slow",
		"es-ES":  "play Jugar how How Fast Slow",
		"nl":     "play Play how How Fast Slow",
	} {
		in := c.In(locale)
		o := in.Options[0]
		if got := strings.Join([]string{in.Name, in.Description, o.Name, o.Description, o.Choices[0].Name, o.Choices[1].Name}, " "); got != want {
			t.Errorf("in %s it is %q, not %q", locale, got, want)
		}
		if o.Choices[0].Value != "fast" {
			t.Errorf("in %s the value is %v", locale, o.Choices[0].Value)
		}
	}
	if c.Name != "play" || c.Options[0].Choices[0].Name != "Fast" {
		t.Errorf("the command itself is %+v", c)
	}
}

func TestTooManyCommandsADay(t *testing.T) {
	r := newRig(t, discordtest.Config{})
	path := "/applications/" + r.AppID() + "/commands"
	for day := range 2 {
		r.put(path, repeat(100, func(i int) object { return command("name", numbered("a", day*1000+i)) })).must(t, 200)
		r.put(path, repeat(100, func(i int) object { return command("name", numbered("b", day*1000+i)) })).must(t, 200)
		r.put(path, []object{command("name", "one-too-many")}).is(t, 400, 30034)
		r.clock.Advance(24 * 60 * 60 * 1e9)
	}
	r.put(path, repeat(101, func(i int) object { return command("name", numbered("c", i)) })).is(t, 400, 30032)
}
