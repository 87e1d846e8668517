// Package text is everything the bot says. It knows the games and their words
// and nothing of Discord but its Markdown, so that a text can be read, tested
// and translated without a message around it.
//
// The voice is plain and warm. There are no exclamation marks, no jargon and no
// blame; a refusal says what to do instead. What matters is never said by a
// colour, a picture or an emoji alone.
package text
