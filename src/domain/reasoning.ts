/** An answer's text, and the reasoning that the server left inside it. */
interface SplitAnswer {
  readonly text: string;
  /** Null where the text holds no reasoning. */
  readonly reasoning: string | null;
}

type Span = readonly [start: number, end: number];

/** Word stems of the names that models give their reasoning, in the languages that are seen in chat templates. */
const stems =
  'think|thought|reason|rationale|critique|reflect|reflex|analys|analyz|scratch|ponder|deliberat|ruminat|monolog|introspect|contemplat|brainstorm|chain.?of|cot\\b|internal|inner|working|planning|思考|思维|推理|思路|razonamiento|pensa|pensée|pensie|raisonnement|ragionamento|gedanken|denken|überlegung|réflexion|рассужд|мысл|חשיבה|מחשבה';

/** A tag such as `<think>`, `</Thinking>`, `[THINK]`, `<seed:think>`, `◁/think▷`, `<|END_THINKING|>` or `&lt;think&gt;`. */
const tagPattern = new RegExp(
  `(?:(?:<|&lt;)[|｜]?|\\[|◁|【)(/?)([\\p{L}\\p{N}_▁:.-]{0,30}?(?:${stems})[\\p{L}\\p{N}_▁:.-]{0,30})(?:\\s[^<>\\n]{0,80})?(?:[|｜]?(?:>|&gt;)|\\]|▷|】)`,
  'giu',
);
const opensByName = /^(?:start|begin)(?:[_▁]of)?[_▁]/i;
const endsByName = /^(?:end|stop|finish)(?:[_▁]of)?[_▁]/i;

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
  readonly isSquare: boolean;
}

function tagsIn(text: string): readonly Tag[] {
  return [...text.matchAll(tagPattern)].map(([whole, slash = '', name = ''], index, all) => ({
    name: name.toLowerCase().replace(opensByName, '').replace(endsByName, ''),
    closes: slash === '/' || endsByName.test(name),
    start: startOf(all, index),
    end: startOf(all, index) + whole.length,
    isSquare: whole.startsWith('['),
  }));
}

function startOf(matches: readonly RegExpExecArray[], index: number): number {
  return matches[index]?.index ?? 0;
}

/** The channels of gpt-oss (with its special tokens, and without them), and those of Gemma (with its special tokens, or unused ones). */
const finalChannel = /<\|channel\|>\s*final\b[^<\n]{0,80}<\|message\|>/g;
const anyChannel = /<\|channel\|>/;
const bareChannels = /^\s*analysis(?=[^\p{Ll}])[\s\S]*?assistant\s?final(?=[^\p{Ll}]|$)/u;
const thoughtChannel = /^\s*(?:<\|channel>\s*\w*|<unused\d+>\s*thought\b)/;
const channelEnd = /<channel\|>|<unused\d+>(?!\s*thought\b)/g;

/** Returns the channels that are reasoning. Null: the text has no channels. */
function channelSpans(text: string): readonly Span[] | null {
  if (anyChannel.test(text)) {
    const final = [...text.matchAll(finalChannel)].at(-1);
    return [[0, final === undefined ? text.length : final.index + final[0].length]];
  }
  if (thoughtChannel.test(text)) {
    const end = [...text.matchAll(channelEnd)].at(-1);
    return [[0, end === undefined ? text.length : end.index + end[0].length]];
  }
  const bare = bareChannels.exec(text);
  return bare === null ? null : [[0, bare[0].length]];
}

/** Returns the index of the tag that closes the block of the tag at an index: the balanced one, else the last one; -1 without one. */
function closingIndex(tags: readonly Tag[], open: number): number {
  const name = tags[open]?.name;
  let depth = 0;
  let last = -1;
  for (let index = open; index < tags.length; index += 1) {
    const tag = tags[index];
    if (tag === undefined || tag.name !== name) continue;
    depth += tag.closes ? -1 : 1;
    if (tag.closes) last = index;
    if (depth === 0) return index;
  }
  return last;
}

/** Maximum number of blanks between the beginning of a line, or the end of a block, and a tag. */
const maxBlanks = 200;

/** Returns whether only blanks stand between two positions. */
function isBlank(text: string, start: number, end: number): boolean {
  return end - start <= maxBlanks && text.slice(start, end).trim() === '';
}

function isFirstOfLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxBlanks), at);
  return (at <= maxBlanks || before.includes('\n')) && before.slice(before.lastIndexOf('\n') + 1).trim() === '';
}

/** Returns the blocks between tags, and everything before a closing tag whose opening tag is not there. */
function taggedSpans(text: string): readonly Span[] {
  const tags = tagsIn(text);
  const spans: Span[] = [];
  const mentioned = new Map<string, number>();
  const unclosed = new Set<string>();
  let done = 0;
  for (let index = 0; index < tags.length; index += 1) {
    const tag = tags[index];
    if (tag === undefined || tag.start < done) continue;
    const mentions = mentioned.get(tag.name) ?? 0;
    if (tag.closes) {
      if (mentions > 0) mentioned.set(tag.name, mentions - 1);
      else if (!isQuoted(text, tag)) {
        spans.splice(0, spans.length, [0, tag.end]);
        done = tag.end;
      }
      continue;
    }
    const isFirst = isBlank(text, done, tag.start);
    const close = unclosed.has(tag.name) ? undefined : tags[closingIndex(tags, index)];
    if (close === undefined) unclosed.add(tag.name);
    if (!isFirst && !isFirstOfLine(text, tag.start)) mentioned.set(tag.name, mentions + 1);
    else if (close !== undefined) {
      spans.push([tag.start, close.end]);
      done = close.end;
    } else if (!tag.isSquare && (isFirst || text.startsWith('\n', tag.end))) {
      spans.push([tag.start, text.length]);
      break;
    }
  }
  return spans;
}

/** Returns whether a tag stands in quotation marks, so that the text speaks of it. */
function isQuoted(text: string, { start, end }: Tag): boolean {
  const around = `${text.charAt(start - 1)}${text.charAt(end)}`;
  return around === '``' || around === '""' || around === "''" || around === '“”';
}

/** Tokens of chat templates that frame an answer. */
const frame =
  /^\s*(?:<\|(?:start_response|begin_of_solution|begin_of_box|start|message)\|>(?:assistant)?)+|(?:<\|(?:end_response|end_of_solution|end_of_box|return|end)\|>\s*)+$/gi;

/** Returns the parts of a text that are its model's reasoning, in ascending order. */
export function reasoningSpans(text: string): readonly Span[] {
  return channelSpans(text) ?? taggedSpans(text);
}

/**
 * Splits off the reasoning that a server left in an answer: blocks in tags of any name for reasoning (any case; angle
 * brackets, square brackets and special tokens) that begin the text or a line, everything before a closing tag whose
 * opening tag the chat template holds, and channels. An unclosed block is reasoning to the end. Tags inside a sentence are
 * part of the answer.
 */
export function splitReasoning(raw: string): SplitAnswer {
  const spans = reasoningSpans(raw);
  if (spans.length === 0) return { text: raw.includes('<|') ? raw.replace(frame, '') : raw, reasoning: null };
  let [text, done] = ['', 0];
  for (const [start, end] of spans) {
    text += raw.slice(done, start);
    done = end;
  }
  text = (text + raw.slice(done)).trimStart().replace(frame, '').trimStart();
  const reasoning = spans
    .map(([start, end]) => withoutMarks(raw.slice(start, end)))
    .filter((part) => part !== '')
    .join('\n');
  return { text, reasoning };
}

const channelMarks =
  /<\|(?:start|end|message|channel)\|>(?:assistant|analysis|commentary|final)?|<(?:\|?channel\|?|unused\d+)>(?:thought)?/g;

function withoutMarks(reasoning: string): string {
  const inner = reasoning.replace(channelMarks, ' ').trim();
  const [first] = tagsIn(inner);
  const opened = first !== undefined && !first.closes && first.start === 0 ? inner.slice(first.end) : inner;
  const last = tagsIn(opened).at(-1);
  return (last?.closes === true && last.end === opened.length ? opened.slice(0, last.start) : opened).trim();
}
