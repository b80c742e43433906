/** Syntax tree of a regular expression. */
export type Node =
  | { readonly kind: 'char'; readonly fits: (character: string) => boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number | null };

const edges: Readonly<Record<string, 'start' | 'end' | 'boundary' | 'inside'>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'inside',
};

/** Matches an edge, a class, an escape, or one character. */
const atom = /\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}(?:\\u[\da-f]{4})?|x[\da-f]{2}|c[a-z]|.)|./isuy;
const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/uy;
const group = /\((?:\?:|\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>)?/uy;

/** Parses a valid regular expression. SyntaxError for lookaround, modifiers and backreferences. */
export function parsePattern(source: string): Node {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };

  function parseChoice(): Node {
    const parts = [parseSequence()];
    while (source[at] === '|') {
      at += 1;
      parts.push(parseSequence());
    }
    return { kind: 'choice', parts };
  }

  function parseSequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(parseRepeat());
    return { kind: 'sequence', parts };
  }

  function parseRepeat(): Node {
    const part = parseAtom();
    const found = take(quantifier);
    if (found === null) return part;
    const [text, least, comma, most = ''] = found;
    if (least !== undefined) {
      const upper = comma === '' ? Number(least) : most === '' ? null : Number(most);
      return { kind: 'repeat', part, least: Number(least), most: upper };
    }
    return { kind: 'repeat', part, least: text.startsWith('+') ? 1 : 0, most: text.startsWith('?') ? 1 : null };
  }

  function parseAtom(): Node {
    if (take(group) !== null) {
      if (source[at] === '?') throw new SyntaxError('lookaround and modifiers are not supported');
      const inner = parseChoice();
      at += 1; // skips the closing bracket
      return inner;
    }
    const text = take(atom)?.[0] ?? '';
    const edge = edges[text];
    if (edge !== undefined) return { kind: 'edge', edge };
    if (/^\\(?:[1-9]|k)/.test(text)) throw new SyntaxError('backreferences are not supported');
    const single = new RegExp(`^(?:${text})$`, 'iu'); // matches one character, so it is fast
    return { kind: 'char', fits: (character) => single.test(character) };
  }

  return parseChoice();
}
