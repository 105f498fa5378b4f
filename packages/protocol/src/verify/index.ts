export { type VerifiedAdminLog, verifyAdminLog } from './verify-admin-log.ts';
export {
  type ArchivedContent,
  ArchiveReader,
  type ArchiveTaker,
  type VerifiedArchive,
  verifyArchive,
} from './archive.ts';
export { holdsDangerousText } from './dangerous-text.ts';
export { type FailureReason, VerificationFailed } from './verification-failed.ts';
export { parseDocument } from './parse-document.ts';
export { type KnownKey, thumbprintOf } from './signatures.ts';
export {
  type CheckedExport,
  checkExport,
  type Verified,
  type VerifiedExport,
  verifyExport,
  type VerifyOptions,
} from './verify-export.ts';
export { type SiteFiles, type VerifiedSite, verifySite } from './verify-site.ts';
