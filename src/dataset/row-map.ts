/** Column names by the field that they hold: `{ prompt: 'text' }`. A dotted name is a path: `input.text`. */
export type ColumnMap = Readonly<Record<string, string>>;

/** Values of a field by `FIELD:VALUE`, as the file has them: `{ 'label:benign': 'safe' }`. */
export type ValueMap = Readonly<Record<string, string>>;

/** How the columns and values of a file become fields and their values. */
export interface RowMap {
  readonly columns: ColumnMap;
  readonly values: ValueMap;
}

/** The columns and values of a file in our own layout. */
export const unmapped: RowMap = { columns: {}, values: {} };

/** Returns the column of a field: as mapped, else the field's name. */
export function columnFor(name: string, map: ColumnMap): string {
  return Object.hasOwn(map, name) ? (map[name] ?? name) : name;
}
