/**
 * Puts a text verbatim between two marks that it cannot contain, so that no item can end its own quotation.
 * The mark is the same for every ordinary text; only a text that holds it gets a numbered one.
 */
export function quote(name: string, text: string): string {
  let mark = name;
  for (let number = 1; text.includes(`[end of ${mark}]`); number += 1) mark = `${name} ${number}`;
  return `[${mark}]\n${text}\n[end of ${mark}]`;
}
