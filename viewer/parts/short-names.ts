/** Names of bundled, simulated and recorded models without provider and settings: what tells them apart for a reader. */
export function shortNames(text: string): string {
  return text.replaceAll(/\b(?:bundled|simulated|recorded)\/([^\s,?]+)(?:\?[^\s,]*?)?(?=:?(?:[\s,]|$))/g, '$1');
}
