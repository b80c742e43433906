/** An answer's text with the reasoning that a server left inside it taken out. */
export interface Thought {
  readonly text: string;
  readonly reasoning: string | null;
}

const marks = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
] as const;

/**
 * Splits off a reasoning block that opens the text, or that the chat template opened (only the closing mark is there).
 * A block that is never closed is reasoning to the end; marks anywhere else are part of the answer.
 */
export function splitThinkBlock(raw: string): Thought {
  const text = raw.trimStart();
  for (const { open, close } of marks) {
    if (text.startsWith(open)) {
      const end = text.indexOf(close);
      if (end === -1) return { text: '', reasoning: text.slice(open.length).trim() };
      return { text: text.slice(end + close.length).trimStart(), reasoning: text.slice(open.length, end).trim() };
    }
  }
  const end = text.indexOf('</think>');
  if (end === -1 || text.slice(0, end).includes('<think>')) return { text: raw, reasoning: null };
  return { text: text.slice(end + '</think>'.length).trimStart(), reasoning: text.slice(0, end).trim() };
}
