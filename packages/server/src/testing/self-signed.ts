import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts);
const text = (tag: number, value: string): Buffer => tagged(tag, Buffer.from(value));

const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const commonName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(Buffer.from('0603550403', 'hex'), text(0x0c, name))));

/** The extension that names the host, which clients read in place of the common name. */
const hostName = (name: string): Buffer =>
  tagged(0xa3, sequence(sequence(Buffer.from('0603551d11', 'hex'), tagged(0x04, sequence(text(0x82, name))))));

/** A self-signed certificate for one test. */
export const selfSigned = (name: string): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
  const certificate = sequence(
    Buffer.from('a003020102020101', 'hex'),
    ecdsaWithSha256,
    commonName(name),
    sequence(text(0x17, '250101000000Z'), text(0x17, '450101000000Z')),
    commonName(name),
    spki(publicKey),
    hostName(name),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', certificate, privateKey));
  const der = sequence(certificate, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${der.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
};
