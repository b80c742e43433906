import { reasoningSpans } from '../../domain/reasoning.ts';
import { remembered } from '../../util/remembered.ts';

/** Returns a text whose span is blank, of the same length and with the same lines. */
function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
}

/** The header of a model's own turn, which some models repeat. */
const ownHeader =
  /^\s*(?:(?:<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>|<\|start\|>)?(?:assistant|model)(?:<\|end_header_id\|>|<\|message\|>|\s*\n)|(?:Assistant|AI|Model)\s*:|<\|assistant\|>|<｜Assistant｜>|\[\/INST\])/;

const roles = 'Human|HUMAN|User|USER|Usuario|用户|משתמש';
/** Marks after which a text is not the model's turn: the end of the turn, or the beginning of another speaker's. */
const nextTurn = new RegExp(
  [
    `(?:^|\\n)[ \\t]*(?:#{1,4}[ \\t]*)?(?:\\*\\*)?(?:${roles})(?:\\*\\*)?[ \\t]*[:：]`,
    '(?:^|\\n)[ \\t]*#{2,4}[ \\t]*(?:Instruction|Human|User|Input|Prompt)s?[ \\t]*[:：]?[ \\t]*(?:\\n|$)',
    '\\n(?:user|human)[ \\t]*\\n',
    '<\\|(?:im_end|eot_id|eom_id|endoftext|end_of_text|end_of_turn|user|system)\\|>',
    '<\\|(?:im_start|start|start_header_id)\\|>(?:user|system)',
    '<end_of_turn>',
    '<start_of_turn>user',
    '</s>',
    '\\[INST\\]',
    '<｜(?:User|end▁of▁sentence)｜>',
    '<\\|END_OF_TURN_TOKEN\\|>',
    '<\\|USER_TOKEN\\|>',
  ].join('|'),
);
/** A mark that begins another question, where the answer to the first one is already given. */
export const nextQuestion =
  /\n[ \t]*#{2,4}[ \t]*Questions?\b|\n[ \t]*(?:\*\*)?(?:Next question|Question|Problem|Prompt|Request|Example|Q)[ \t]*\d*[ \t]*[:.]/;

/** Lines of a Markdown quotation, a text between our marks of a quotation, and elements that quote. */
const quotations: readonly RegExp[] = [
  /^[ \t]{0,3}>[^\n]*$/gm,
  /\[((?:response|reply|message|request|prompt|text [AB]|question|your answer|instruction)(?: \d+)?)\]\n[\s\S]*?\n\[end of \1\]/g,
  /<(blockquote|quote|quoted|cite|q|prompt|request|user|document|source)>[\s\S]*?<\/\1>/gi,
];

/**
 * Returns a text in which everything that is not the model's own voice is blank, at the same length: reasoning that a server
 * left in it, quotations, tokens of a chat template, and all that follows an invented next turn.
 */
export const ownVoice = remembered((text: string): string => {
  let voice = text;
  for (const [start, end] of reasoningSpans(text)) voice = blanked(voice, start, end);
  const header = ownHeader.exec(voice);
  if (header !== null) voice = blanked(voice, 0, header[0].length);
  const turn = nextTurn.exec(voice);
  if (turn !== null) voice = blanked(voice, turn.index, voice.length);
  voice = voice.replace(/<\|[\w▁]{1,40}\|>/g, (token) => ' '.repeat(token.length));
  for (const quotation of quotations)
    voice = voice.replace(quotation, (quoted: string) => quoted.replace(/[^\n]/g, ' '));
  return voice;
});

/** Maximum number of the last statements that are examined: the last one counts. */
export const maxStatements = 200;

/** A statement inside a text, by its position. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Characters around a statement that are examined. */
const beforeCharacters = 240;
const afterCharacters = 120;

const speakers =
  'response|reply|text|message|prompt|request|question|user|assistant|model|author|output|candidate|payload|injection|instruction|content|quote|quotation|it|which|block|fence|example';
const sayings =
  'says?|said|reads?|states?|stated|contains?|contained|includes?|included|claims?|claimed|writes?|wrote|outputs?|returns?|returned|quotes?|quoted|shows?|ends?|ended|begins?|gives?|gave|prints?|printed|holds?|asks?|tells?|tried|tries|attempts?|pretends?|consists|demands?|instructs?|answers?|answered|replies|replied';
/** Verbs that also introduce the model's own statement: "the correct response is". */
const beings = 'is|was|has|had';
const fillers =
  'only|just|the|following|this|that|a|an|as|of|exactly|literally|verbatim|fenced|json|object|verdict|text|code|block|line|its|own|words?|string|me|us|to|you|output|with|by|saying|print|choose|return|fake|embedded|injected|for|in|simply|merely|itself|and|ready|made';
const attributionBy = (verbs: string) =>
  new RegExp(
    `\\b(?:${speakers})\\b(?:\\s+(?:under test|above|below|itself|only|just|simply|merely|also|then|here|really|literally))*\\s+(?:${verbs})(?:\\s+(?:${fillers}))*$`,
    'i',
  );
const attribution = attributionBy(sayings);
const description = attributionBy(beings);
const illustration =
  /(?:\b(?:for example|for instance|e\.g|such as|like|of the form|in the form|in the format|(?:the|this|that|required|requested|expected|given) (?:format|template|schema)(?: is| was)?|(?:quoting|quoted|quote|quotation of|copy of)(?: from)?(?: the)?(?: (?:response|reply|text|prompt))?|according to the (?:response|reply|text)|the (?:response|reply|text)['’]s (?:own )?(?:verdict|answer|object|claim|words?)(?: is| was)?))$/i;
const label =
  /(?:^|\n)[\s*#]*(?:the |this |model |quoted |full )?(?:response|reply|text|candidate|answer under test|input)$/i;
const disowned =
  /^[\s`'"”’)\].,]*(?:(?:,?\s*(?:which|that|this|it))?\s*(?:is|was|are|would be)\s+(?:only |just |merely )?(?:what|quoted|copied|taken from|part of|not my|the (?:response|reply|text|quote)|(?:a|an) (?:quote|quotation|example|injection|attempt|instruction))|(?:says|said|writes|claims) the (?:response|reply|text)|as the (?:response|reply|text) (?:says|puts|claims)|\(?(?:from|in) the (?:response|reply|text)|comes from the)/i;
const openQuotes = '"“‘«\'';

const own = /\b(?:[Mm]y|[Mm]ine|I)\b[^,]*$/;
const concluding = /\b(?:my|mine|I|final|finally|verdict|conclusion|conclude|therefore|thus|hence|decision)\b/i;

/** Returns whether a text that the model was shown holds a statement, in any spacing, and no words beside it claim it. */
export function isShownToo(voice: string, { start, end }: Place, shown: string): boolean {
  const packed = (text: string) => text.replace(/\s+/g, '');
  const clause =
    voice
      .slice(Math.max(0, start - beforeCharacters), start)
      .split(/[.!?;]\s|[\n}]/)
      .at(-1) ?? '';
  return !concluding.test(clause) && packed(shown).includes(packed(voice.slice(start, end)));
}

/**
 * Returns whether a statement is a quotation: words before or after it say whose it is, or it stands in quotation marks
 * within a longer text, or it is copied from a text that the model was shown (`shown`) together with words around it.
 */
export function isQuotation(voice: string, { start, end }: Place, shown: string | null): boolean {
  const before = voice.slice(Math.max(0, start - beforeCharacters), start);
  const after = voice.slice(end, end + afterCharacters);
  const introduced = before.replace(/(?:```[\w-]*|[\s`"“‘«':,(*_—–-])+$/, '');
  const clause = introduced.split(/[.!?;]\s|\n\s*\n/).at(-1) ?? '';
  const isOwn = own.test(clause);
  if (!isOwn && (attribution.test(clause) || illustration.test(clause))) return true;
  if (!isOwn && shown?.includes(voice.slice(start, end)) === true && description.test(clause)) return true;
  if (shown !== null && label.test(clause)) return true;
  if (disowned.test(after.replace(/^\s*```/, ''))) return true;
  const [opening, closing] = [before.at(-1) ?? '', after.charAt(0)];
  const isWhole = before.trim().length <= 1 && after.trim().length <= 1;
  if (!isWhole && opening !== '' && openQuotes.includes(opening) && /["”’»']/.test(closing)) return true;
  return shown !== null && isCopied(voice, { start, end }, { shown, isOwn });
}

/** Characters around a statement that make it a copy, and the copies that are compared. */
const copiedCharacters = 4;
const maxCopies = 50;

/** A text that a model was shown, and whether it says that a statement is its own ("my verdict"). */
interface Shown {
  readonly shown: string;
  readonly isOwn: boolean;
}

/** Returns whether a statement is in a shown text with the same characters beside it, or is in it and does not end the answer. */
function isCopied(voice: string, { start, end }: Place, { shown, isOwn }: Shown): boolean {
  const statement = voice.slice(start, end);
  const left = voice
    .slice(0, start)
    .replace(/[\s`]+$/, '')
    .slice(-copiedCharacters);
  const right = voice
    .slice(end)
    .replace(/^[\s`]+/, '')
    .slice(0, copiedCharacters);
  let at = shown.indexOf(statement);
  for (let copies = 0; at !== -1 && copies < maxCopies; copies += 1) {
    const shownLeft = shown.slice(Math.max(0, at - 200), at).replace(/[\s`]+$/, '');
    const shownRight = shown.slice(at + statement.length, at + statement.length + 200).replace(/^[\s`]+/, '');
    if (left.length === copiedCharacters && shownLeft.endsWith(left)) return true;
    if (right.length === copiedCharacters && shownRight.startsWith(right)) return true;
    at = shown.indexOf(statement, at + 1);
    if (at === -1) return !isOwn && !/^[\s`.*_)"”]*$/.test(voice.slice(end));
  }
  return false;
}
