import type { JobSummary } from '@pairspace/protocol';
import { Picture } from '../../content/file.tsx';
import { TargetLink } from '../../content/target-link.tsx';
import { shownPicture } from '../../lib/shown-picture.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useFeed } from './shown.ts';

type Output = JobSummary['outputs'][number];

const shownPictures = 6;

const isPicture = ({ path, written }: Output): boolean => written && /\.png$/i.test(path);

/** A picture in its newest version. Renders nothing for a file that is no picture, or too large to be shown. */
const LoadedPicture = ({ path }: { path: string }) => {
  const feed = useFeed();
  const { value } = useLoaded((signal) => feed.client.getFile({ sessionId: feed.sessionId, path }, { signal }), [path]);
  const address = value && shownPicture(value);
  if (address === undefined) return null;
  return (
    <TargetLink to={{ file: path }} class="picture-button">
      <Picture address={address} alt={path} />
    </TargetLink>
  );
};

/** The pictures among the files that a job wrote. */
export const JobPictures = ({ job }: { job: JobSummary }) => (
  <>
    {job.outputs
      .filter(isPicture)
      .slice(0, shownPictures)
      .map(({ path }) => (
        <LoadedPicture key={path} path={path} />
      ))}
  </>
);
