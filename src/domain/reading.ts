/** The parsed text of an answer. `step` is the parsing step that read it; there is no default value. */
export type Reading<T> =
  | { readonly kind: 'parsed'; readonly value: T; readonly step: ReadingStep }
  | { readonly kind: 'declined'; readonly detail: string }
  | { readonly kind: 'unparsed'; readonly reason: string };

/**
 * strict: the whole text is the JSON; fenced: in a code fence; last-object: the last JSON object in the text; recorded:
 * extracted by the recording's authors; text: the text itself is the value; rule: one of our rules judged the text;
 * salvaged: the value was found inside a text that does not have the requested form.
 */
export type ReadingStep = 'strict' | 'fenced' | 'last-object' | 'recorded' | 'text' | 'rule' | 'salvaged';

/** Which reading of a recording counts: ours, or the recording authors' own, if any. */
export type Reader = 'own' | 'recorded';
