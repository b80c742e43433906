import { type Node, parsePattern } from './pattern-syntax.ts';

/** One instruction of a nondeterministic automaton; `next` is the following instruction. */
type Step =
  | { readonly kind: 'char'; readonly fits: (character: string) => boolean; next: number }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' | 'boundary' | 'inside'; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'match' };

/** A set of possible next instructions, with the kind of the character before. */
interface State {
  readonly steps: readonly number[];
  readonly before: Before;
  /** The state after each character; null where the pattern has already matched. */
  readonly after: Map<string, State | null>;
}

type Before = 'line' | 'word' | 'other';

const maxSteps = 2_000;
const maxStates = 2_000;
const end = '';

/**
 * Case-insensitive regular expression over lines (`^` and `$` match at the ends of each line), without lookaround and
 * backreferences. It is matched by a deterministic automaton whose states are created on demand (Thompson 1968), so
 * that every pattern takes linear time. Throws a SyntaxError for unsupported syntax, and for patterns with more than
 * 2,000 instructions.
 */
export class LinearPattern {
  readonly #steps: Step[] = [];
  readonly #start: number;
  #states = new Map<string, State>();

  constructor(source: string) {
    const last = this.#push({ kind: 'match' });
    this.#start = this.#compile(parsePattern(source), last);
  }

  test(text: string): boolean {
    let state: State | null = this.#state([], 'line');
    for (const character of text) {
      state = this.#next(state, character);
      if (state === null) return true;
    }
    return this.#next(state, end) === null;
  }

  #next(state: State, character: string): State | null {
    const known = state.after.get(character);
    if (known !== undefined) return known;
    const next = this.#advance(state, character);
    state.after.set(character, next);
    return next;
  }

  #advance({ steps, before }: State, character: string): State | null {
    const reached = this.#reach([...steps, this.#start], { before, character });
    if (reached === null) return null;
    const next = new Set<number>();
    for (const step of reached) if (character !== end && step.fits(character)) next.add(step.next);
    return this.#state(
      [...next].sort((a, b) => a - b),
      isLineEnd(character) ? 'line' : isWord(character) ? 'word' : 'other',
    );
  }

  /** Returns the reachable instructions that read a character; null if the end of the pattern is reachable. */
  #reach(from: readonly number[], place: { readonly before: Before; readonly character: string }) {
    const seen = new Set<number>();
    const open = [...from];
    const found: Extract<Step, { readonly kind: 'char' }>[] = [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const step = this.#steps[at];
      if (step === undefined || seen.has(at)) continue;
      seen.add(at);
      if (step.kind === 'match') return null;
      if (step.kind === 'char') found.push(step);
      else if (step.kind === 'fork') open.push(step.next, step.other);
      else if (isAt(step.edge, place)) open.push(step.next);
    }
    return found;
  }

  #state(steps: readonly number[], before: Before): State {
    const name = `${before} ${steps.join(' ')}`;
    const known = this.#states.get(name);
    if (known !== undefined) return known;
    if (this.#states.size >= maxStates) this.#states = new Map(); // an automaton can have exponentially many states
    const made: State = { steps, before, after: new Map() };
    this.#states.set(name, made);
    return made;
  }

  /** Adds the instructions of a node before an instruction; returns the index of the first one. */
  #compile(node: Node, next: number): number {
    switch (node.kind) {
      case 'char':
        return this.#push({ kind: 'char', fits: node.fits, next });
      case 'edge':
        return this.#push({ kind: 'edge', edge: node.edge, next });
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.#compile(part, after), next);
      case 'choice':
        return node.parts
          .map((part) => this.#compile(part, next))
          .reduceRight((other, first) => this.#push({ kind: 'fork', next: first, other }));
      case 'repeat':
        return this.#compileRepeat(node, next);
    }
  }

  #compileRepeat({ part, least, most }: Extract<Node, { readonly kind: 'repeat' }>, next: number): number {
    let first = next;
    if (most === null) {
      const loop = { kind: 'fork' as const, next, other: next };
      first = this.#push(loop);
      loop.next = this.#compile(part, first);
    } else {
      for (let n = least; n < most; n += 1) {
        first = this.#push({ kind: 'fork', next: this.#compile(part, first), other: next });
      }
    }
    for (let n = 0; n < least; n += 1) first = this.#compile(part, first);
    return first;
  }

  #push(step: Step): number {
    if (this.#steps.length >= maxSteps) throw new SyntaxError('the pattern is too large');
    return this.#steps.push(step) - 1;
  }
}

function isWord(character: string): boolean {
  return /^\w$/.test(character);
}

function isLineEnd(character: string): boolean {
  return /^[\n\r\u2028\u2029]$/.test(character);
}

function isAt(
  edge: Extract<Step, { readonly kind: 'edge' }>['edge'],
  { before, character }: { readonly before: Before; readonly character: string },
): boolean {
  if (edge === 'start') return before === 'line';
  if (edge === 'end') return character === end || isLineEnd(character);
  return ((before === 'word') !== isWord(character)) === (edge === 'boundary');
}
