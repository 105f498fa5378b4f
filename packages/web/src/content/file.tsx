import { visibleLine } from '@pairspace/protocol';

export const nameOfFile = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A picture. The caller has checked that the file is a picture and not too large. */
export const Picture = ({ address, alt }: { address: string; alt: string }) => (
  <img class="picture" src={address} alt={visibleLine(alt)} />
);
