import { packText } from '../../util/text-block.ts';

/** The texts of a block that the writer still has to pack, in its own thread if it has one. */
export interface Unpacked {
  readonly unpacked: string;
}

export function unpackedBlock(lines: readonly string[]): Unpacked {
  return { unpacked: lines.join('\n') }; // JSON contains no raw line breaks
}

/** Returns a query parameter in its stored form: packs an unpacked block and returns any other value unchanged. */
export function written(parameter: unknown): unknown {
  return isUnpacked(parameter) ? packText(parameter.unpacked) : parameter;
}

function isUnpacked(value: unknown): value is Unpacked {
  return typeof value === 'object' && value !== null && 'unpacked' in value;
}
