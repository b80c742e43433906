import type { Reading } from '../../domain/reading.ts';
import { remembered } from '../../util/remembered.ts';
import { fieldOf, readAnswer } from './json-object.ts';
import { isQuotation, maxStatements } from './own-voice.ts';
import { plainText, readLetter, undecorated } from './plain-value.ts';

/** Words that introduce a statement of the choice; what follows them is examined in bounded steps. */
const introduction = new RegExp(
  [
    "\\b(?:answer|choice|option|verdict|selection|decision)[\"”']?(?: to (?:this|the) question)?(?:(?: is not| isn['’]t| is| was| would be| will be| =):?|:)",
    "\\bI(?:['’](?:d|ll)| would| will| therefore| thus)? (?:choose|pick|select|chose|go with|say|predict)\\b:?",
    // Spanish, Portuguese, German, French, Italian, Russian
    '(?<!\\p{L})(?:respuesta|opción|resposta|opção|antwort|réponse|risposta|ответ)(?: (?:correcta|correta|correcte|corretta|final|finale))?(?:(?: es| é| ist| est| è)?:|(?: es| é| ist| est| è)(?!\\p{L})| [—-])',
    '(?:答案|选择|选项|正解|答え|回答)(?:应该)?(?:是|为|は|：|:)', // Chinese, Japanese
  ].join('|'),
  'giu',
);

/** Maximum characters before and after an introduction that are examined. */
const beforeCharacters = 160;
const afterCharacters = 300;

/** Words that make a sentence something else than a statement of the choice. */
const withdrawn =
  /\b(?:not|no|never|wrong|incorrect|false|bad|unlikely|if|whether|unless|might|may|could|maybe|perhaps|possibly|suppose|other|another|each|every|one|first|second|incorrecta|incorrecte|incorreta|errada|falsche?|mauvaise|sbagliata)\b|n['’]t\b|неправильн|неверн|不正确|错误|不正解|間違/i;
/** A word that objects to the statement before it, and not to the one that follows: "No, the answer is B". */
const objection = /^\s*(?:no|non|nein|não|нет|不|不对)\s*[,，.!:—–-]\s*/i;
/** Words that take an earlier statement back. */
const retraction = /\b(?:wait|actually|correction|on second thought|scratch that|mistake|never ?mind)\b/i;
/** Words that take back the object before them. */
const openingRetraction =
  /^\W*(?:no[,.!] )?(?:wait|scratch that|on second thought|correction|actually,? no|never ?mind|sorry,? (?:that|this|i) (?:is|was|made)|(?:that|this) (?:is|was) (?:wrong|incorrect|a mistake))\b/i;

const quotes = '"“”\'‘’`';
/** A letter in quotation marks, in brackets, before a bracket, period or colon, or at the end of its clause. */
const letterForm = new RegExp(
  `^(?:(?:option|letter|choice|answer|la|die|a letra|letra|la lettre|lettre|la lettera|буква) )?(?:[${quotes}]([A-Z])[).:]?[${quotes}]|[([$]([A-Z])[)\\]$]|([A-Z])(?=\\s?[).:](?!\\w)|\\s*(?:[,;!\\n(（。，、；！]|です|$)|\\s+(?:because|since)\\b))`,
);
/** A small letter alone on the rest of its line, which counts after a colon: "ANSWER: b". */
const smallLetter = /^[(["']?([a-z])[)\]"']?[.]?\s*$/;
/** A letter in the forms of mathematics and of markup. */
const marked =
  /\\boxed\s*\{\s*(?:\\text\w*\s*\{)?\s*["']?\(?([A-Za-z])\)?["']?\s*\}|<(?:final[_ -]?)?answer>\s*\(?([A-Za-z])\)?\.?\s*<\//gi;
/** A letter that is said to be right: "B is correct", "(B) is the right answer". */
const asserted =
  /(?<![\p{L}\p{N}'’])[("'“*]{0,3}([A-Z])[)"'”*.]{0,4} is (?:clearly |definitely |therefore |thus )?(?:the )?(?:correct|right|best|only correct|final)(?: (?:answer|option|choice|one|letter)\b|(?=[\s.,;!]|$))/gu;
/** What may not follow a letter: a second choice, or a question mark. */
const alternative = /^[\s).:,;\]]*(?:(?:or|and|but|unless|maybe|perhaps|possibly)\b|\?)/i;
/** The mark of one of several listed options. */
const listMark = /(?:^|[\s(["“])[A-Z][).:](?=\s)/;
/** A passage in quotation marks. */
const passage = /["“]([^"“”\n]{10,600})["”]/g;

/** What a part of a text states: a letter, a letter that it takes back, something that no letter is, or nothing. */
type Stated = string | { readonly takenBack: string } | 'contradiction' | null;

/** What a text states last. `wrong`: its last statement contradicts itself or is taken back. */
type TextStatement<L extends string> = { readonly value: L } | { readonly wrong: string } | null;

const notOne: TextStatement<never> = { wrong: 'the last statement is not one of the options' };

interface StatedWith {
  /** Whether the text is the whole answer, and not what follows an object. */
  readonly isWhole?: boolean;
  /** A text that the model was shown. */
  readonly shown?: string | null;
}

/**
 * Finds the letter that a text without a JSON object states last: a text that is a letter or one option's text, a last line
 * that is a letter, or a statement ("the answer is B", "my choice: (C)", "the correct answer is 19", "\\boxed{B}"). A statement
 * that a later one takes back does not count, nor one beside another option's text, nor listed options, nor anything that only
 * mentions or quotes a letter. `options` are the texts of the options in the order of `letters`; absent where options have no
 * texts. Time is linear in the length of the text.
 */
export function statedChoice<L extends string>(
  text: string,
  letters: readonly L[],
  options?: readonly string[],
  { isWhole = true, shown = null }: StatedWith = {},
): TextStatement<L> {
  if (text.trim() === '') return null;
  const plain = withoutPassages(text.replaceAll('**', '').trim());
  const byText = optionsByText(letters, options);
  let last = isWhole ? (wholeText(plain, letters, byText) ?? firstLine(plain, letters, byText)) : null;
  let end = isWhole && last !== null ? plain.search(/\n|$/) : -1;
  const take = (stated: Stated, start: number, stop: number) => {
    end = stop;
    if (stated === null || isQuotation(plain, { start: sentenceStart(plain, start), end: stop }, shown)) return;
    if (typeof stated === 'string') last = stated;
    else if (last === stated.takenBack || last === null) last = 'contradiction';
  };
  const matches = [introduction, marked, asserted]
    .flatMap((form) => [...plain.matchAll(form)].map((found) => ({ found, form })))
    .sort((a, b) => a.found.index - b.found.index);
  for (const { found, form } of matches.slice(-maxStatements)) {
    const stated =
      form === marked
        ? (found[1] ?? found[2] ?? '').toUpperCase()
        : form === asserted
          ? assertionOf(plain, found)
          : stateOf(plain, found, byText);
    take(stated, found.index, found.index + found[0].length);
  }
  const line = lastLine(plain, letters);
  if (line !== null && (end === -1 || plain.lastIndexOf('\n') > end)) [last, end] = [line, plain.length];
  if (last === null)
    return !isWhole && openingRetraction.test(plain) ? { wrong: 'the answer takes its statement back' } : null;
  const value = letters.find((letter) => letter === last);
  if (value === undefined || (end !== -1 && retraction.test(plain.slice(end)))) return notOne;
  return { value };
}

/** Words between the beginning of a sentence and the introduction in it. */
const sentenceOpening = /(?:(?:so|thus|therefore|hence|then),? )?(?:the )?(?:(?:final|correct|best|right) )*$/i;
const openingWordsLength = 40;

function sentenceStart(text: string, start: number): number {
  const opening = sentenceOpening.exec(text.slice(Math.max(0, start - openingWordsLength), start))?.[0] ?? '';
  return start - opening.length;
}

/** Returns a text without passages in quotation marks, because they state what others say; keeps letters and short texts. */
function withoutPassages(text: string): string {
  return text.replace(passage, (quoted: string, inner: string) => {
    const isSentence = inner.split(' ').length > 3 || new RegExp(introduction.source, 'iu').test(inner);
    return isSentence && quoted.length < text.length ? ' '.repeat(quoted.length) : quoted;
  });
}

/** Reads a text that is nothing but a letter, a letter with its option, or an option's text. */
function wholeText(plain: string, letters: readonly string[], byText: ByText): string | null {
  if (plain.includes('\n') || plain.length > afterCharacters) return null;
  const line = wholeLine(plain, byText);
  if (line !== null) return line;
  const said = plain.replace(opening, '');
  const isLetter =
    /^\W*[A-Za-z]\W*$|\\|^\W*(?:answer|option|choice)\W*[A-Za-z]\W*$/i.test(plain) || /^[A-Z]$/.test(undecorated(said));
  const letter = isLetter ? readLetter(said, letters) : null;
  if (letter === null) return null;
  const own = byText?.get(letter.toLowerCase());
  return own === undefined || own === letter ? letter : 'contradiction';
}

/** Words before a letter that is the whole answer: "So, B", "It is B". */
const opening = /^(?:(?:so|thus|hence|therefore|then|well|ok|okay|it is|it['’]s|that is|that['’]s)\b[,:]?\s+)+/i;

/** Reads the first line of several, where it is a letter or an option and no other line is another one. */
function firstLine(plain: string, letters: readonly string[], byText: ByText): string | null {
  const [line = '', ...more] = plain.split('\n', 2);
  if (more.length === 0 || line.length > lineCharacters) return null;
  const letter = wholeText(line.trim(), letters, byText);
  const others = plain.slice(line.length, line.length + 2000).split('\n');
  const isAmongOthers = others.some((other) => {
    const another =
      wholeText(other.trim(), letters, byText) ?? readLetter(/^\W*[A-Z][).:] .*$/.exec(other)?.[0], letters);
    return another !== null && another !== letter;
  });
  return isAmongOthers ? null : letter;
}

/** Maximum characters of a last line that is a letter with marks around it. */
const lineCharacters = 40;

/** Reads the last line of several, where it is a letter and no other line is another letter. */
function lastLine(plain: string, letters: readonly string[]): string | null {
  const at = plain.lastIndexOf('\n');
  const line = plain.slice(at + 1).trim();
  if (at === -1 || line.length > lineCharacters || !/^\W*(?:option |answer:? ?)?[A-Z]\W*$/i.test(line)) return null;
  const letter = readLetter(line, letters);
  const others = plain.slice(Math.max(0, at - 2000), at).match(/^[^\p{L}\n]*[A-Z][^\p{L}\n]*$/gmu) ?? [];
  return letter === null || others.some((other) => readLetter(other, letters) !== letter) ? null : letter;
}

/** Returns the letter of the one option whose text a value equals; null for any other value. */
function optionNamed<L extends string>(value: unknown, letters: readonly L[], options: readonly string[]): L | null {
  const text = plainText(value);
  if (text === null) return null;
  const byText = optionsByText(letters, options);
  const named = byText?.get(comparable(text)) ?? byText?.get(comparable(undecorated(text)));
  return letters.find((letter) => letter === named) ?? null;
}

/** Returns the letter of a list or an object that gives the letter and the text of one option; null for any other value. */
function bothNamed<L extends string>(value: unknown, letters: readonly L[], options: readonly string[]): L | null {
  const parts: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  if (parts.length !== 2) return null;
  const [first, second] = parts.map((part) => readLetter(part, letters) ?? optionNamed(part, letters, options));
  return first === second ? (first ?? null) : null;
}

type ByText = ReadonlyMap<string, string> | null;

/** Letters of options that were asked for before: an item's answers are read one after the other. */
const known = new WeakMap<readonly string[], { readonly letters: readonly string[]; readonly byText: ByText }>();

function optionsByText(letters: readonly string[], options: readonly string[] | undefined): ByText {
  if (options === undefined) return null;
  const before = known.get(options);
  if (before?.letters === letters) return before.byText;
  const byText = lettersByText(letters, options);
  known.set(options, { letters, byText });
  return byText;
}

/** Returns the letter of each option's text, and of each number that one option alone has before its unit. */
function lettersByText(letters: readonly string[], options: readonly string[]): ByText {
  const found = new Map<string, string>();
  const put = (key: string, letter: string) => found.set(key, found.has(key) ? 'contradiction' : letter);
  for (const [index, option] of options.entries()) put(comparable(option), letters[index] ?? 'contradiction');
  const numbers = new Map<string, string>();
  for (const [index, option] of options.entries()) {
    const number = /^(-?\d[\d,]*(?:\.\d+)?)\s*[^\d\s.,].*$/.exec(comparable(option))?.[1];
    if (number !== undefined)
      numbers.set(number, numbers.has(number) ? 'contradiction' : (letters[index] ?? 'contradiction'));
  }
  for (const [number, letter] of numbers) put(number, letter);
  return found;
}

/** Returns a text without quotation marks around it, its article, its final period and the difference of case. */
function comparable(text: string): string {
  return text
    .slice(0, afterCharacters)
    .trim()
    .replace(new RegExp(`^[${quotes}]+|[${quotes}.,;!]+$`, 'g'), '')
    .replace(/^(?:the|an?) (?=.{2})/i, '')
    .toLowerCase();
}

/** Reads a text of one line that is nothing but a letter, a letter with its option, or an option's text. */
function wholeLine(line: string, byText: ByText): string | null {
  const own = byText?.get(comparable(line)) ?? null;
  const [, quoted, bare] =
    new RegExp(`^[${quotes}([]([A-Z])[).:]?[${quotes})\\]]\\.?$|^([A-Z])[).:]?$`).exec(line) ?? [];
  const alone = quoted ?? bare;
  if (alone !== undefined) return own === null || own === alone ? alone : 'contradiction';
  const marked = /^[(]?([A-Z])[).:] +(.+)$/.exec(line);
  if (marked === null) return own;
  const [, letter = '', rest = ''] = marked;
  if (listMark.test(rest)) return null;
  return byText?.get(comparable(rest)) === letter ? letter : null;
}

/** Reads a sentence that says that a letter is right. */
function assertionOf(text: string, { index, 0: words, 1: letter = '' }: RegExpExecArray): Stated {
  const before = text.slice(Math.max(0, index - beforeCharacters), index);
  const sentence = before.slice(1 + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. ')));
  if (withdrawn.test(sentence)) return null;
  return alternative.test(text.slice(index + words.length, index + words.length + afterCharacters)) ? null : letter;
}

/** Reads what follows an introduction. */
function stateOf(text: string, { index, 0: words }: RegExpExecArray, byText: ByText): Stated {
  const before = text.slice(Math.max(0, index - beforeCharacters), index);
  const sentence = (before.split(/\n|[.!] |。/).at(-1) ?? '').replace(objection, '');
  const [line = ''] = text
    .slice(index + words.length, index + words.length + afterCharacters)
    .trimStart()
    .split('\n', 1);
  const isWithdrawn = withdrawn.test(sentence) || / (?:is not|isn['’]t):?$/i.test(words);
  const found = letterForm.exec(line);
  const small = /[:：]$/.test(words) ? smallLetter.exec(line)?.[1]?.toUpperCase() : undefined;
  if (found === null && small !== undefined) return isWithdrawn ? { takenBack: small } : small;
  const letter = found?.[1] ?? found?.[2] ?? found?.[3];
  if (found === null || letter === undefined) {
    const clause = comparable(line.split(/[;!]|\.(?=\s|$)/, 1)[0] ?? '');
    const named = byText?.get(clause) ?? null;
    return named !== null && isWithdrawn ? { takenBack: named } : named;
  }
  if (isWithdrawn) return { takenBack: letter };
  const rest = line.slice(found[0].length);
  if (alternative.test(rest) || listMark.test(rest)) return 'contradiction';
  return isBesideAnother(letter, rest, byText) ? 'contradiction' : letter;
}

/** Returns whether the words after a letter, or the letter as a text, are another option's. */
function isBesideAnother(letter: string, rest: string, byText: ByText): boolean {
  if (byText === null) return /^[).\]:]+ *\S/.test(rest); // a text that cannot be compared
  const own = byText.get(letter.toLowerCase());
  if (own !== undefined && own !== letter) return true;
  const following = comparable(rest.replace(/^[\s().:,;\]（]+/, ''));
  if (following === '') return false;
  const beside = [...byText]
    .filter(([text]) => text !== '' && beginsWith(following, text))
    .sort(([a], [b]) => b.length - a.length)[0];
  return beside !== undefined && beside[1] !== letter;
}

function beginsWith(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{L}\d]/u.test(text.slice(start.length));
}

/** How a choice between lettered options is read. */
interface ChoiceReaders<L extends string> {
  /** The key of the JSON object that was asked for ("choice", "answer"). */
  readonly key: string;
  readonly letters: readonly L[];
  /** The texts of the options in the order of `letters`; absent where options have no texts. */
  readonly options?: readonly string[] | undefined;
  /** A text that the model was shown, such as the response that it judges; it never chooses. */
  readonly shown?: string | null | undefined;
}

/** Number of readings that are kept of one text, which many items may have as their answer. */
const maxReadings = 2;

/** The latest readings of a text, and how each was read: an answer is read for outcomes, and again to count how it was read. */
const latestReadings = remembered(
  (_: string): { readonly readers: ChoiceReaders<string>; readonly reading: Reading<string> }[] => [],
);

/**
 * Reads the letter that an answer chooses: under the key of its last JSON object that has it, or stated in text after it or
 * without it (step `salvaged`), as a JSON value that is the text of one option is.
 */
export function readChoice<L extends string>(text: string, readers: ChoiceReaders<L>): Reading<L> {
  const latest = latestReadings(text);
  const known = latest.find((each) => areEqual(each.readers, readers));
  if (known !== undefined) return known.reading as Reading<L>; // read with the same letters
  const reading = chosenLetter(text, readers);
  if (latest.length >= maxReadings) latest.shift();
  latest.push({ readers, reading });
  return reading;
}

function areEqual(one: ChoiceReaders<string>, other: ChoiceReaders<string>): boolean {
  return (
    one.key === other.key &&
    one.shown === other.shown &&
    haveSameTexts(one.letters, other.letters) &&
    haveSameTexts(one.options, other.options)
  );
}

function haveSameTexts(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === other || one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function chosenLetter<L extends string>(
  text: string,
  { key, letters, options, shown = null }: ChoiceReaders<L>,
): Reading<L> {
  const wrong = `"${key}" is not one of ${letters.join(', ')}`;
  return readAnswer<L>(text, {
    shown,
    object: (object) => {
      const field = fieldOf(object, key);
      if (field === undefined) return { lacks: wrong };
      const letter = readLetter(field, letters);
      if (letter !== null) return { value: letter };
      const named =
        options === undefined ? null : (optionNamed(field, letters, options) ?? bothNamed(field, letters, options));
      return named === null ? { wrong } : { value: named, isSalvaged: true };
    },
    value: (value) =>
      typeof value === 'string'
        ? null
        : (readLetter(value, letters) ?? (options === undefined ? null : optionNamed(value, letters, options))),
    text: (rest, isWhole) => statedChoice(rest, letters, options, { isWhole, shown }),
  });
}

/**
 * Reads a letter that the authors of a recording extracted, character by character as their program compared it: their `"B"`
 * with quotation marks is not their `B`.
 */
export function readRecordedChoice<L extends string>(extracted: string, letters: readonly L[]): Reading<L> {
  const letter = letters.find((one) => one === extracted);
  return letter === undefined
    ? { kind: 'unparsed', reason: `recorded "${extracted}" is not one of ${letters.join(', ')}` }
    : { kind: 'parsed', value: letter, step: 'recorded' };
}
