/** Words that introduce a statement of the choice; what follows them is examined in bounded steps. */
const introduction =
  /\b(?:answer|choice|option)["”']?(?: to (?:this|the) question)?(?:(?: is not| isn['’]t| is| was| would be| will be| =):?|:)/gi;

/** Maximum characters before and after an introduction that are examined. */
const beforeCharacters = 160;
const afterCharacters = 300;

/** Words that make a sentence something else than a statement of the choice. */
const withdrawn =
  /\b(?:not|no|never|wrong|incorrect|false|bad|unlikely|if|whether|unless|might|may|could|maybe|perhaps|possibly|suppose|other|another|each|every|one|first|second)\b|n['’]t\b/i;
/** Words that take an earlier statement back. */
const retraction = /\b(?:wait|actually|correction|on second thought|scratch that|mistake|never ?mind)\b/i;

const quotes = '"“”\'‘’`';
/** A letter in quotation marks, in brackets, before a bracket, period or colon, or at the end of its clause. */
const letterForm = new RegExp(
  `^(?:(?:option|letter|choice|answer) )?(?:[${quotes}]([A-Z])[).:]?[${quotes}]|[([]([A-Z])[)\\]]|([A-Z])(?=[).:](?!\\w)|\\s*(?:[,;!\\n]|$)))`,
);
/** What may not follow a letter: a second choice, or a question mark. */
const alternative = /^[\s).:,;\]]*(?:(?:or|and|but|unless|maybe|perhaps|possibly)\b|\?)/i;
/** The mark of one of several listed options. */
const listMark = /(?:^|[\s(["“])[A-Z][).:](?=\s)/;

/** What a text states: a letter, something that contradicts a letter, or nothing. */
type Stated = string | 'contradiction' | null;

/**
 * Finds the letter that a text without a JSON object states: a one-line text that is a letter or one option's text, or
 * a statement ("the answer is B", "my choice: (C)", "the correct answer is 19"). Returns null where statements differ,
 * where a letter stands beside another option's text, where options are listed, and for anything that only mentions a
 * letter. `options` are the texts of the options in the order of `letters`; absent where options have no texts. Time is
 * linear in the length of the text.
 */
export function statedChoice<L extends string>(
  text: string,
  letters: readonly L[],
  options?: readonly string[],
): L | null {
  const plain = text.replaceAll('**', '').trim();
  const known = letters.join('');
  const byText = optionsByText(letters, options);
  const line = plain.includes('\n') || plain.length > afterCharacters ? null : wholeLine(plain, byText);
  const stated = new Set<Stated>(line === null ? [] : [line]);
  let end = -1;
  for (const found of plain.matchAll(introduction)) {
    end = found.index + found[0].length;
    const statement = stateOf(plain, found, byText);
    if (statement !== null) stated.add(statement);
    if (stated.size > 1) return null;
  }
  const [only] = stated;
  if (typeof only !== 'string' || only.length !== 1 || !known.includes(only)) return null;
  if (end !== -1 && retraction.test(plain.slice(end))) return null;
  return letters.find((letter) => letter === only) ?? null;
}

/** Returns the letter of the one option whose text a value equals; null for any other value. */
export function optionNamed<L extends string>(
  value: unknown,
  letters: readonly L[],
  options: readonly string[],
): L | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const named = optionsByText(letters, options)?.get(comparable(String(value)));
  return letters.find((letter) => letter === named) ?? null;
}

type ByText = ReadonlyMap<string, string> | null;

/** Returns the letter of each option's text, and of each number that one option alone has before its unit. */
function optionsByText(letters: readonly string[], options: readonly string[] | undefined): ByText {
  if (options === undefined) return null;
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
function wholeLine(line: string, byText: ByText): Stated {
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

/** Reads what follows an introduction. */
function stateOf(text: string, { index, 0: words }: RegExpExecArray, byText: ByText): Stated {
  const before = text.slice(Math.max(0, index - beforeCharacters), index);
  const sentence = before.slice(
    1 + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. '), before.lastIndexOf('! ')),
  );
  const [line = ''] = text
    .slice(index + words.length, index + words.length + afterCharacters)
    .trimStart()
    .split('\n', 1);
  const isWithdrawn = withdrawn.test(sentence) || / (?:is not|isn['’]t):?$/i.test(words);
  const found = letterForm.exec(line);
  const letter = found?.[1] ?? found?.[2] ?? found?.[3];
  if (found === null || letter === undefined) {
    const clause = comparable(line.split(/[;!]|\.(?=\s|$)/, 1)[0] ?? '');
    const named = byText?.get(clause) ?? null;
    return named !== null && isWithdrawn ? 'contradiction' : named;
  }
  if (isWithdrawn) return 'contradiction';
  const rest = line.slice(found[0].length);
  if (alternative.test(rest) || listMark.test(rest)) return 'contradiction';
  return isBesideAnother(letter, rest, byText) ? 'contradiction' : letter;
}

/** Returns whether the words after a letter, or the letter as a text, are another option's. */
function isBesideAnother(letter: string, rest: string, byText: ByText): boolean {
  if (byText === null) return /^[).\]:]+ *\S/.test(rest); // a text that cannot be compared
  const own = byText.get(letter.toLowerCase());
  if (own !== undefined && own !== letter) return true;
  const following = comparable(rest.replace(/^[\s).:,;\]]+/, ''));
  if (following === '') return false;
  const beside = [...byText]
    .filter(([text]) => text !== '' && beginsWith(following, text))
    .sort(([a], [b]) => b.length - a.length)[0];
  return beside !== undefined && beside[1] !== letter;
}

function beginsWith(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{L}\d]/u.test(text.slice(start.length));
}
