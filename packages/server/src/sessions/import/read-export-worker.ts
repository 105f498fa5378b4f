import { exportReader } from './read-export.ts';

export default exportReader();
