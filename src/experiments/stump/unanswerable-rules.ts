import type { OutOfTheBoxKind } from '../../outcome-kinds/authored.ts';

/** Rules that recognize, in a question's English text, what no knowledge can answer. */
const rules: readonly { readonly name: OutOfTheBoxKind; readonly test: (text: string) => boolean }[] = [
  {
    name: 'own making',
    test: all(
      /\b(time|date|second|minute|hour|timestamp|day|place|city|server|data ?cent(er|re)|machine|temperature|seed|tokens?|user)\b/i,
      /\b(this (very )?(question|text|message|response|answer|prompt|conversation|session|request)|you (are|were) (being )?(generat|produc|writ|creat|execut|ask|run)\w*)\b/i,
      /\b(generat|produc|writ(ing|ten)|wrote|creat|execut|sent|sampl|process|ask|run|ran|us(ed|ing)|made)\w*\b/i,
    ),
  },
  {
    name: 'hidden chance',
    test: any(
      /\b(random(ly)?|secret(ly)?|at random)\b.{0,60}\b(number|integer|digit|letter|word|chosen|choose|chose|pick(ed)?|select(ed)?|generated|drawn|bit|colou?r|card)\b/i,
      /\b(number|integer|digit|letter|word|card|colou?r)\b.{0,40}\b(am|was|were|is|are|have|has|had) (I |been |being )?(thinking|secretly|randomly|picked|chosen|drawn|hidden)\b/i,
      /\bI(['’]m| am) thinking of\b/i,
      /\b(pick|choose|chose|select|draw|drew|generate)(ed|n)?\b.{0,30}\bat random\b/i,
      /\b(coin|dice|die|roulette)\b.{0,60}\b(flip(ped)?|toss(ed)?|roll(ed)?|throw(n)?|spun|land(ed|s)?|came up|show(s|ed|n)?)\b/i,
      /\b(flip(ped)?|toss(ed)?|roll(ed)?|spun|spin)\b.{0,40}\b(coin|dice|die|roulette|wheel)\b/i,
      /\b(pseudo-?)?random number generator\b|\bPRNG\b|\bseeded with\b/i,
    ),
  },
  { name: 'shuffle', test: any(/\bshuffl(e|ed|es|ing)\b/i, /\brandom (permutation|order|ordering)\b/i) },
  {
    name: 'hash',
    test: any(
      /\b(SHA|MD|RIPEMD|BLAKE|CRC)-?\d/i,
      /\b(crypto\w*|hash|message) (hash|digest)\b/i,
      /\bhash(es|ed|ing)? (of|value|function|code)\b|\bchecksum\b/i,
    ),
  },
  {
    name: 'factoring',
    test: any(
      // Numbers of seven digits and more, with or without thousands separators.
      /\bfactor(s|ed|ing|i[sz]e|i[sz]ation)?\b.*(\d{7}|\d([,. ]\d{3}){2})/is,
      /(\d{7}|\d([,. ]\d{3}){2}).*\b(prime|factors?)\b/is,
      /\bdiscrete logarithm\b/i,
    ),
  },
  {
    name: 'own behaviour',
    test: any(
      /\b(option|letter|answer|one)\b.{0,40}\b(will|would|are|do|did) (you|I|this model|the model)( not| never| most likely| probably)? (choos|pick|select|give|answer)\w*/i,
    ),
  },
];

function any(...patterns: readonly RegExp[]): (text: string) => boolean {
  return (text) => patterns.some((pattern) => pattern.test(text));
}

function all(...patterns: readonly RegExp[]): (text: string) => boolean {
  return (text) => patterns.every((pattern) => pattern.test(text));
}

/** Returns the rules that a question matches: its own creation, unobservable chance, an infeasible computation, ... */
export function outOfTheBox(question: string, options: readonly string[]): readonly OutOfTheBoxKind[] {
  const text = [question, ...options].join('\n');
  return rules.filter(({ test }) => test(text)).map(({ name }) => name);
}

const impossible: readonly RegExp[] = [
  /\b(impossible|not possible|no way|paradox(ical)?|contradict(s|ion|ory))\b.{0,80}\b(question|answer|myself|fail|know)/is,
  /\b(can['’]?t|cannot|can not|unable to|not able to)\b.{0,30}\b(write|create|design|come up with|produce|construct|think of|make|craft|formulate)\b.{0,80}\bquestion/is,
  /\bthere (is|are) no (such )?questions?\b/i,
  /\bI (will|would|should|could|can|am going to|(am|feel) (fairly |quite |very )?confident( that)? I (will|would|can))( still| likely| probably| most likely| actually| always)* (answer|get|solve)( (it|this|that|them|any))?( question| one)? (correctly|right)\b/i,
];

/**
 * Returns whether an author's whole answer claims that it cannot write a question that it would fail, or that it would
 * not fail it.
 */
export function callsItImpossible(text: string): boolean {
  return impossible.some((pattern) => pattern.test(text));
}
