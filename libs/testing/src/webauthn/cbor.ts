/** What the octets of WebAuthn are made of: a small part of CBOR (RFC 8949). */
export type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>;

const MAJOR = { unsigned: 0, negative: 1, octets: 2, text: 3, map: 5 } as const;

/** Members of maps stay in the order they have. Numbers are whole, and less than 2^32. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number')
    return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value);
  if (typeof value === 'string') return counted(MAJOR.text, Buffer.from(value));
  if (value instanceof Uint8Array) return counted(MAJOR.octets, value);
  const members = [...value].flatMap(([key, member]) => [encodeCbor(key), encodeCbor(member)]);
  return Buffer.concat([head(MAJOR.map, value.size), ...members]);
}

const counted = (major: number, octets: Uint8Array): Buffer =>
  Buffer.concat([head(major, octets.length), octets]);

/** Major type and argument, the shortest way. */
function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 0x100) return Buffer.from([type | 24, argument]);
  if (argument < 0x1_0000) return Buffer.from([type | 25, argument >> 8, argument & 0xff]);
  const four = Buffer.alloc(5, type | 26);
  four.writeUInt32BE(argument, 1);
  return four;
}
