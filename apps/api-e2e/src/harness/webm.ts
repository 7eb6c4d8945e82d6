import sharp from 'sharp';

/* A film that any browser plays, made here: WebM (webmproject.org/docs/container), each picture a key frame of VP8 out of a WebP file. */

const SIZE = { width: 320, height: 240 } as const;
const HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CUES = 0x1c53bb6b;
const CLUSTER = 0x1f43b675;

/** An element: its id, its length in eight octets, and what is in it. */
function element(id: number, ...content: readonly (Buffer | string)[]): Buffer {
  const data = Buffer.concat(content.map((each) => Buffer.from(each)));
  const name = Buffer.from(id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xff ? 4 : 2, '0'), 'hex');
  const length = Buffer.alloc(8);
  length.writeUInt32BE(data.length, 4);
  length.writeUInt8(1, 0);
  return Buffer.concat([name, length, data]);
}

function uint(id: number, value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return element(id, data);
}

function float(id: number, value: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeDoubleBE(value);
  return element(id, data);
}

/** The key frame in a WebP file. */
function frameIn(webp: Buffer): Buffer {
  const at = webp.indexOf('VP8 ');
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4));
}

/** A film of noise, one picture a second. */
export async function webm(seconds: number): Promise<Buffer> {
  const { width, height } = SIZE;
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const frame = frameIn(await noise.webp({ quality: 90 }).toBuffer());
  const info = element(
    INFO,
    uint(0x2ad7b1, 1_000_000),
    float(0x4489, seconds * 1_000),
    element(0x4d80, 'test'),
    element(0x5741, 'test'),
  );
  const track = [uint(0xd7, 1), uint(0x73c5, 1), uint(0x83, 1), element(0x86, 'V_VP8')];
  const tracks = element(
    TRACKS,
    element(0xae, ...track, element(0xe0, uint(0xb0, width), uint(0xba, height))),
  );
  const clusters = Array.from({ length: seconds }, (_, second) =>
    // Of the first track, zero after its cluster, a key frame.
    element(CLUSTER, uint(0xe7, second * 1_000), element(0xa3, Buffer.from([0x81, 0, 0, 0x80]), frame)),
  );
  const cuesWith = (first: number): Buffer => {
    let at = first;
    const points = clusters.map((cluster, second) => {
      const position = element(0xb7, uint(0xf7, 1), uint(0xf1, at));
      at += cluster.length;
      return element(0xbb, uint(0xb3, second * 1_000), position);
    });
    return element(CUES, ...points);
  };
  const before = info.length + tracks.length;
  const cues = cuesWith(before + cuesWith(0).length); // as long, wherever the clusters are
  const header = element(HEADER, element(0x4282, 'webm'), uint(0x4287, 2), uint(0x4285, 2));
  return Buffer.concat([header, element(SEGMENT, info, tracks, cues, ...clusters)]);
}
