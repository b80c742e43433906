import { withoutMeaningless } from '../util/escape-controls.ts';
import { remembered } from '../util/remembered.ts';

/** Matches a decimal number without leading zeros: digits, an optional sign and an optional fraction. */
const plainNumber = /^([+-]?)(0|[1-9]\d*)(?:\.(\d*?)0*)?$/;

/**
 * Returns a text in the one form in which texts of tables are compared: Unicode NFC, without invisible characters of no meaning, white space
 * at its ends, quotes around it or a final full stop, lower case, `1.0` as `1`. Two texts that a reader takes for one value have one form.
 */
export function oneForm(text: string): string {
  return text.length > maxRepeated ? makeForm(text) : formOfRepeated(text);
}

/** Characters of the longest texts of which many are equal, such as keys and choices: a form of these is made once. */
const maxRepeated = 80;
const formOfRepeated = remembered(makeForm);

function makeForm(text: string): string {
  let form = nameForm(text).replace(/\s+/g, ' ');
  for (let before = ''; before !== form; ) {
    before = form;
    form = form.replace(/^(["'“”‘’«»`])(.*)(["'“”‘’«»`])$/su, '$2').trim();
    form = form.replace(/([^.])\.$/su, '$1').trim();
  }
  return numberForm(form.toLowerCase());
}

/** Returns a name in Unicode NFC, without white space at its ends and invisible characters that have no meaning. */
export function nameForm(text: string): string {
  return withoutMeaningless(text).normalize('NFC').trim();
}

/** Returns an identifier in the form of names, and `1.0` as `1`; upper case and leading zeros stay. */
export function identifierForm(text: string): string {
  if (/^[\w/:-]+$/.test(text)) return text; // nothing to change in plain ids, which most are
  const form = nameForm(text);
  return /^[+-]?(?:0|[1-9]\d*)\.0+$/.test(form) ? form.slice(0, form.indexOf('.')) : form;
}

/** Returns a decimal number without superfluous zeros and a plus sign; any other text unchanged. Digits are never rounded. */
function numberForm(text: string): string {
  const [, sign, whole = '', fraction = ''] = plainNumber.exec(text) ?? [];
  if (sign === undefined) return text;
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

const absentForms: ReadonlySet<string> = new Set([
  '',
  'nan',
  'n/a',
  '#n/a',
  'na',
  '<na>',
  'null',
  'none',
  'undefined',
  '-',
  '–',
  '—',
]);

/** Returns whether a cell holds one of the words that programs write for an absent value: nothing, `NaN`, `n/a`, `None`, `-`. */
export function isAbsentWord(text: string): boolean {
  return absentForms.has(text.trim().toLowerCase());
}
