import * as z from 'zod';

/** A drawn figure, or the reason why there is none. Runs in the browser too: imports nothing but zod. */
export const figureSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('drawn'),
    name: z.string(),
    title: z.string(),
    caption: z.string(),
    svg: z.string(),
    /** The same figure with panels below each other, for narrow windows; null where it has one form. */
    narrow: z.string().nullable(),
    /** Vega-Lite specification, as JSON. */
    spec: z.string(),
  }),
  z.object({ kind: z.literal('absent'), name: z.string(), title: z.string(), reason: z.string() }),
]);
export type PageFigure = z.infer<typeof figureSchema>;
