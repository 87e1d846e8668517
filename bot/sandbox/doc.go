// Package sandbox is a page on the loopback interface that looks and behaves
// like a Discord channel, so that anybody can try the bot without an account.
package sandbox
