/** Runs in the report's page, as its source text: tables sort by a click on a column's name, absent values last. */
export function sortTables(): void {
  function compare(a: string, b: string): number {
    const difference = Number(a) - Number(b);
    if (Number.isFinite(difference)) return difference;
    return a < b ? -1 : a > b ? 1 : 0;
  }

  function sort(table: HTMLTableElement, column: number, header: Element): void {
    const body = table.tBodies[0];
    if (body === undefined) return;
    const direction = header.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    const rows = [...body.rows].map((row) => ({ row, key: row.cells[column]?.getAttribute('data-sort') ?? null }));
    const there = rows.flatMap(({ row, key }) => (key === null ? [] : [{ row, key }]));
    there.sort((a, b) => direction * compare(a.key, b.key));
    const absent = rows.filter(({ key }) => key === null);
    body.append(...[...there, ...absent].map(({ row }) => row));
    for (const other of table.querySelectorAll('th[aria-sort]')) other.setAttribute('aria-sort', 'none');
    header.setAttribute('aria-sort', direction === 1 ? 'ascending' : 'descending');
  }

  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-sortable]')) {
    for (const [column, header] of [...table.querySelectorAll('thead th')].entries()) {
      header.querySelector('button')?.addEventListener('click', () => sort(table, column, header));
    }
  }
}
