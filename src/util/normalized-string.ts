/** Returns a string normalized for splits and clusters: NFC, lower case, single spaces, trimmed. */
export function normalizedString(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ');
}
