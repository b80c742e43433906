import type { ItemView } from '../../src/view/contract/contract-items.ts';

/** Returns rows as CSV with formulas neutralized. */
export function csvLines(rows: readonly ItemView[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const cell = (value: ItemView[keyof ItemView]) => {
    if (typeof value === 'number') return String(value);
    const text = value === null ? '' : String(value);
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => Object.values(row).map(cell).join(','));
  return [Object.keys(first).join(','), ...lines, ''].join('\r\n');
}
