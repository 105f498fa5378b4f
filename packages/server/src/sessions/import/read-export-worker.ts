import { serveRequests } from '../../threads/serve-requests.ts';
import { exportReader } from './read-export.ts';

serveRequests(exportReader());
