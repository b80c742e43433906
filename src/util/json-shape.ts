/** Nesting depth of a JSON text, and whether the text ends before the value is complete. */
interface JsonShape {
  readonly depth: number;
  /** Whether the text ends inside a string, an object or an array. */
  readonly isOpen: boolean;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns whether a text that should be JSON is nested more than `levels` deep. Counts brackets first, because most
 * answers have few.
 */
export function isNestedDeeper(text: string, levels: number): boolean {
  return text.length > levels && hasMoreBrackets(text, levels) && jsonShape(text).depth > levels;
}

function hasMoreBrackets(text: string, count: number): boolean {
  let found = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found > count) return true;
    }
  }
  return false;
}

/** Returns the shape of a text that should be JSON, in one pass and without recursion. Does not validate the JSON. */
export function jsonShape(text: string): JsonShape {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if ((code === 0x7d || code === 0x5d) && depth > 0) depth -= 1;
  }
  return { depth: deepest, isOpen: inString || depth > 0 };
}
