import * as z from 'zod';

/** Tables of a page. Also runs in the browser: imports only zod. */

const cellSchema = z.object({
  text: z.string(),
  sort: z.union([z.number(), z.string()]).nullable(),
  note: z.string().nullable(),
});

/** A report table, the same model that Markdown and LaTeX use. */
export const tableSchema = z.object({
  id: z.string(),
  title: z.string(),
  lead: z.string(),
  columns: z.array(z.object({ name: z.string(), align: z.enum(['left', 'right']), help: z.string() })),
  rows: z.array(z.array(cellSchema)),
  /** Lines below the table. */
  notes: z.array(z.string()),
  /** Whether the table is shown only on demand. */
  isDetail: z.boolean(),
});
export type Table = z.infer<typeof tableSchema>;

export const sectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  lead: z.string(),
  tables: z.array(tableSchema),
});
export type PageSection = z.infer<typeof sectionSchema>;
