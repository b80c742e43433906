/** An answer's text, and the reasoning that the server left inside it. */
interface Thought {
  readonly text: string;
  readonly reasoning: string | null;
}

const marks = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
] as const;

/**
 * Splits off a reasoning block that opens the text, or that the chat template opened (only the closing tag is present).
 * An unclosed block is reasoning to the end; tags anywhere else are part of the answer.
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
