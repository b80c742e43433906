/** Phrases by which a text says that something in it is out of place, or takes it back. English only. */
const phrases: readonly RegExp[] = [
  /\b(typo|gibberish|nonsense|garbled|glitch|out of place|off[- ]topic|irrelevant|unrelated)\b/i,
  /\b(scratch|strike|ignore|disregard|never mind|delete|remove) (that|this|those|these|the)\b/i,
  /\b(that|this|which|it) (does not|doesn't|did not|didn't) (make (any )?sense|belong|fit)\b/i,
  /\bI (did not|didn't) (mean|intend|want) (to|that|this)\b/i,
  /\b(is not|isn't|was not|wasn't) what I (meant|intended|wanted)\b/i,
  /\b(random|stray|extra|odd|strange|weird|unexpected|inserted) (words?|tokens?|texts?|characters?|letters?|sentences?)\b/i,
  /\b(let me|I will|I'll) (correct|fix|rephrase|start over|start again|restart)\b/i,
  /\b(that|this|the (last|previous)) (sentence |statement |option )?(is|was) (not (right|correct|true)|wrong|incorrect|a mistake|an error)\b/i,
  /(^|[.!?;]\s+)(oops|sorry|wait|hold on|actually|no)\s*[,;:.!-]/i,
];

/** Returns whether a text remarks on what stands before it. A rule of phrases, to be compared with answers without insertions. */
export function hasRemark(text: string): boolean {
  const plain = text.trimStart().replaceAll('’', "'");
  return phrases.some((phrase) => phrase.test(plain));
}
