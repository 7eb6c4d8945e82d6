import { readFileStorage } from './file-storage.js';

const KEYS = { FILES_ACCESS_KEY_ID: 'id', FILES_SECRET_ACCESS_KEY: 'secret' };
const read = (env: Readonly<Record<string, string>>) => readFileStorage((name) => env[name]);

describe('readFileStorage', () => {
  it('is a folder below the data folder unless told otherwise', () => {
    expect(read({})).toEqual({ current: { kind: 'disk', folder: 'files' }, previous: undefined });
    expect(read({ FILES_URL: 'file:/srv/files' }).current).toEqual({ kind: 'disk', folder: '/srv/files' });
    expect(read({ FILES_URL: 'file:///srv/files' }).current).toEqual({ kind: 'disk', folder: '/srv/files' });
  });

  it('is a bucket, at AWS or elsewhere', () => {
    expect(read({ ...KEYS, FILES_URL: 's3://files?region=eu-central-1' }).current).toEqual({
      kind: 's3',
      bucket: 'files',
      prefix: '',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      pathStyle: false,
      timeoutMs: 10_000,
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    const url = 's3://my.files/a/b-c/?endpoint=http://10.0.0.1:9000/&timeout=3';
    expect(read({ ...KEYS, FILES_URL: url }).current).toMatchObject({
      bucket: 'my.files',
      prefix: 'a/b-c/',
      endpoint: 'http://10.0.0.1:9000',
      region: 'us-east-1',
      pathStyle: true,
      timeoutMs: 3_000,
    });
    expect(read({ ...KEYS, FILES_URL: `${url}&pathStyle=0` }).current).toMatchObject({ pathStyle: false });
  });

  it('may be moving, with the same key or another one', () => {
    const env = { ...KEYS, FILES_URL: 's3://new', FILES_URL_PREVIOUS: 'file:files' };
    expect(read(env).previous).toEqual({ kind: 'disk', folder: 'files' });
    const back = { ...KEYS, FILES_URL_PREVIOUS: 's3://old-one' };
    expect(read(back).previous).toMatchObject({ bucket: 'old-one', accessKeyId: 'id' });
    const another = { FILES_ACCESS_KEY_ID_PREVIOUS: 'old', FILES_SECRET_ACCESS_KEY_PREVIOUS: 'older' };
    expect(read({ ...back, ...another }).previous).toMatchObject({
      accessKeyId: 'old',
      secretAccessKey: 'older',
    });
  });

  it.each([
    [{ FILES_URL: 'files' }, /^FILES_URL must look like s3:/],
    [{ FILES_URL: 'https://files.example.com' }, /^FILES_URL must look like s3:/],
    [{ FILES_URL: 'file:' }, /^FILES_URL must name a folder/],
    [{ FILES_URL: 'file:..' }, /^FILES_URL must name a folder/],
    [{ FILES_URL: 's3://files' }, /^FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY must be set/],
    [{ ...KEYS, FILES_URL: 's3://id:secret@files' }, /^FILES_URL can't contain keys/],
    [{ ...KEYS, FILES_URL: 's3://Files' }, /^FILES_URL must name a bucket/],
    [{ ...KEYS, FILES_URL: 's3://a' }, /^FILES_URL must name a bucket/],
    [{ ...KEYS, FILES_URL: 's3:files' }, /^FILES_URL must name a bucket/],
    [{ ...KEYS, FILES_URL: 's3://files/a//b' }, /^The prefix in FILES_URL/],
    [{ ...KEYS, FILES_URL: 's3://files/a%20b' }, /^The prefix in FILES_URL/],
    [{ ...KEYS, FILES_URL: 's3://files?endpont=https://s3.test' }, /unknown parameter "endpont"/],
    [{ ...KEYS, FILES_URL: 's3://files?endpoint=s3.test' }, /^The endpoint in FILES_URL/],
    [{ ...KEYS, FILES_URL: 's3://files?endpoint=https://s3.test/path' }, /^The endpoint in FILES_URL/],
    [{ ...KEYS, FILES_URL: 's3://files?region=../x' }, /^The region in FILES_URL/],
    [{ ...KEYS, FILES_URL: 's3://files?pathStyle=yes' }, /^pathStyle in FILES_URL/],
    [{ ...KEYS, FILES_URL: 's3://files?timeout=0' }, /^timeout in FILES_URL/],
    [{ FILES_URL_PREVIOUS: 'file:files' }, /^FILES_URL_PREVIOUS must name another place/],
    [{ ...KEYS, FILES_URL: 's3://files/a', FILES_URL_PREVIOUS: 's3://files/a/' }, /another place/],
  ])('refuses %j in one sentence', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
  });
});
