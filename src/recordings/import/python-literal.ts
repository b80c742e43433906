/** Value of a Python literal of strings, numbers, booleans, None, lists and dicts. */
export type PythonValue =
  | string
  | number
  | boolean
  | null
  | readonly PythonValue[]
  | { readonly [key: string]: PythonValue };

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', f: '\f', v: '\v' };
const words = new Map<string, PythonValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** Maximum nesting depth: far deeper than any recording, and far from a stack overflow. */
const maxDepth = 200;

/** Reads one literal in the form of Python's `repr`. SyntaxError with the position if it is malformed. */
export function parsePythonLiteral(text: string): PythonValue {
  const reader = new Reader(text);
  const value = reader.value();
  reader.end();
  return value;
}

class Reader {
  readonly #text: string;
  #place = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): PythonValue {
    const next = this.#peek();
    if (next === '{') return this.#dict();
    if (next === '[') return this.#list();
    if (next === "'" || next === '"') return this.#string();
    const pattern = /[\w.+-]+/y;
    pattern.lastIndex = this.#place;
    const [token = ''] = pattern.exec(this.#text) ?? [];
    const number = token === '' ? Number.NaN : Number(token);
    if (!words.has(token) && !Number.isFinite(number)) this.#fail('no value');
    this.#place += token.length;
    return words.get(token) ?? (words.has(token) ? null : number);
  }

  end(): void {
    if (this.#peek() !== '') this.#fail('something follows the value');
  }

  #dict(): PythonValue {
    const entries = this.#members('}', () => {
      const key = this.#peek() === '' ? '' : this.#string();
      this.#take(':');
      return [key, this.value()] as const;
    });
    return Object.fromEntries(entries);
  }

  #list(): PythonValue {
    return this.#members(']', () => this.value());
  }

  /** Reads the members between the next bracket and `close`; a trailing comma is allowed. */
  #members<T>(close: string, member: () => T): T[] {
    this.#place += 1;
    this.#depth += 1;
    if (this.#depth > maxDepth) this.#fail(`nested more than ${maxDepth} levels deep`);
    const members: T[] = [];
    while (this.#peek() !== close) {
      members.push(member());
      if (this.#peek() !== close) this.#take(',');
    }
    this.#place += 1;
    this.#depth -= 1;
    return members;
  }

  #string(): string {
    const quote = this.#peek();
    if (quote !== "'" && quote !== '"') this.#fail('no string');
    this.#place += 1;
    let value = '';
    for (;;) {
      const next = this.#text[this.#place];
      if (next === undefined) this.#fail('a string does not end');
      this.#place += 1;
      if (next === quote) return value;
      value += next === '\\' ? this.#escape() : next;
    }
  }

  /** Reads the character after a backslash. */
  #escape(): string {
    const rest = this.#text.slice(this.#place);
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8}))/i.exec(rest);
    if (code !== null) {
      const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16);
      if (point > 0x10ffff) this.#fail('no such character');
      this.#place += code[0].length;
      return String.fromCodePoint(point);
    }
    const [character] = rest;
    if (character === undefined) this.#fail('a string does not end');
    this.#place += character.length;
    if (character === '\\' || character === "'" || character === '"') return character;
    return escapes[character] ?? `\\${character}`;
  }

  /** Returns the next non-whitespace character; '' at the end. */
  #peek(): string {
    while (/\s/.test(this.#text[this.#place] ?? '')) this.#place += 1;
    return this.#text[this.#place] ?? '';
  }

  #take(expected: string): void {
    if (this.#peek() !== expected) this.#fail(`"${expected}" expected`);
    this.#place += 1;
  }

  #fail(reason: string): never {
    throw new SyntaxError(`no Python literal: ${reason} at character ${this.#place + 1}`);
  }
}
