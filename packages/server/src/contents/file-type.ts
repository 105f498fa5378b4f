import { type FileEncoding, mediaTypeOf } from '@pairspace/protocol';

/** What a file holds, as its row says it; null in both for one from before files could be other than text. */
interface TypeColumns {
  path: string;
  encoding: FileEncoding | null;
  media_type: string | null;
}

export const typeOfFile = ({
  path,
  encoding,
  media_type: mediaType,
}: TypeColumns): { encoding: FileEncoding; mediaType: string } => ({
  encoding: encoding ?? 'utf-8',
  mediaType: mediaType ?? mediaTypeOf(path, encoding ?? 'utf-8'),
});
