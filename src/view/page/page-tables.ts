import type { ReportTable } from '../../report/tables/report-table.ts';
import type { PageSection, Table } from '../contract/contract-table.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly tables: readonly ReportTable[];
}

/** Converts a section to the contract's form. */
export function pageSection({ id, title, lead, tables }: Section): PageSection {
  return { id, title, lead, tables: tables.map(pageTable) };
}

/** Converts a report table to the contract's form. */
export function pageTable({ id, title, lead, columns, rows, notes = [], detail }: ReportTable): Table {
  return {
    ...{ id, title, lead, notes: [...notes], isDetail: detail === true },
    columns: columns.map(({ name, align, help }) => ({ name, align, help })),
    rows: rows.map((row) => row.map(({ text, sort, note }) => ({ text, sort, note }))),
  };
}
