import { crc32, deflateSync } from 'node:zlib';

/* Small files that say they are pictures which would fill the memory. */

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A few octets that say they are a picture of that size. */
function pngOf(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const parts = [
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

/** An animation of one point. */
const gifOf = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    ...Array.from({ length: frames }, () => Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')),
    Buffer.from(';'),
  ]);

/** A drawing of nine entities, each ten of the one before: a gigabyte of text when they are all written out. */
function entities(): Buffer {
  const names = 'abcdefghi'.split('');
  const declared = names.map((name, index) => {
    const text = index === 0 ? 'aaaaaaaaaa' : `&${names[index - 1] ?? ''};`.repeat(10);
    return `<!ENTITY ${name} "${text}">`;
  });
  return Buffer.from(
    `<!DOCTYPE svg [${declared.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`,
  );
}

/** By name: the octets, and the beginning of the code that refuses them. */
export function imageBombs(): Readonly<Record<string, readonly [content: Buffer, code: string]>> {
  const profile = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(8 * 1024 * 1024))]);
  return {
    'points.png': [pngOf(50_000, 50_000), 'file.imageTooLarge'],
    'frames.gif': [gifOf(10_000), 'file.imageTooLarge'],
    'profile.png': [pngOf(20, 20, [chunk('iCCP', profile)]), 'file'],
    'no-data.png': [pngOf(4_000, 4_000), 'file.brokenImage'],
    'entities.svg': [entities(), 'file'],
  };
}
