import { z } from 'zod';
import { intervalSchema } from './quantity.ts';

const pairedValue = z.union([z.number(), z.string()]).nullable();

/** Text of a cell, its sort value, and a note: why it is empty, or details. */
const cellSchema = z
  .object({
    text: z.string(),
    sort: z.union([z.number(), z.string()]).nullable(),
    note: z.string().nullable(),
    isPartial: z.literal(true).exactOptional().describe('the note says what the value lacks, such as its interval'),
    interval: intervalSchema.exactOptional().describe('interval that the text shows beside a value'),
    pair: z
      .tuple([pairedValue, pairedValue])
      .readonly()
      .exactOptional()
      .describe('the two values that the text shows, such as both ends of a range: a column each in CSV files'),
  })
  .readonly();
export type TableCell = z.infer<typeof cellSchema>;

/** Sides that the text of a column can be aligned to. */
const alignments = ['left', 'right'] as const;

const columnSchema = z
  .object({
    name: z.string(),
    align: z.enum(alignments),
    help: z.string().describe('description of the column in one sentence'),
    rank: z
      .int()
      .describe('where space is limited, columns with the highest rank are omitted first, of equal ranks the last one'),
    pair: z
      .tuple([z.string(), z.string()])
      .readonly()
      .exactOptional()
      .describe('names of the two columns that CSV files have for it; absent: its cells show one value'),
    note: z.string().exactOptional().describe('line below a table that shows the column; absent: none'),
    notInPaper: z.literal(true).exactOptional().describe('LaTeX tables, which have the width of a paper, omit it'),
  })
  .readonly();
export type TableColumn = z.infer<typeof columnSchema>;

/** A table that every renderer (terminal, HTML, Markdown, LaTeX, JSON) shows with the same names, numbers and notes. */
export const tableSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    about: z.string().exactOptional().describe('what the table shows; absent: the title says it'),
    lead: z.string(),
    columns: z.array(columnSchema).readonly(),
    rows: z.array(z.array(cellSchema).readonly()).readonly(),
    groups: z
      .array(z.object({ title: z.string(), rows: z.int() }).readonly())
      .readonly()
      .exactOptional()
      .describe('headings of consecutive rows, with their number; absent: no headings'),
    notes: z.array(z.string()).readonly().exactOptional().describe('lines below the table'),
    detail: z.literal(true).exactOptional().describe('shown only when it is asked for by name'),
  })
  .readonly();
export type ReportTable = z.infer<typeof tableSchema>;

/** Tables that answer one question. */
export const sectionSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    lead: z.string().nullable(),
    absence: z.string().nullable().describe('why the section has no tables; null if it has some'),
    tables: z.array(tableSchema).readonly(),
  })
  .readonly();
export type ReportSection = z.infer<typeof sectionSchema>;
