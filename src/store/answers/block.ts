import { packText } from '../../util/text-block.ts';

/** The texts of a block that is still to be packed: whoever writes it does, in a thread of its own where there is one. */
export interface Unpacked {
  readonly unpacked: string;
}

export function unpackedBlock(lines: readonly string[]): Unpacked {
  return { unpacked: lines.join('\n') }; // JSON has no raw line break
}

/** A parameter as it is written: an unpacked block packed, anything else as it is. */
export function written(parameter: unknown): unknown {
  return isUnpacked(parameter) ? packText(parameter.unpacked) : parameter;
}

function isUnpacked(value: unknown): value is Unpacked {
  return typeof value === 'object' && value !== null && 'unpacked' in value;
}
