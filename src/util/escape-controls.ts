/**
 * Returns the text with control characters, ANSI escapes and direction marks made visible, so that model output cannot
 * control the display.
 */
export function escapeControls(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    unicodeEscape,
  );
}

/** Returns a character of the basic plane as JSON and JavaScript escape it: `\u001b`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for elements and quoted attributes of HTML; control and direction characters become visible. */
export function escapeHtml(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
