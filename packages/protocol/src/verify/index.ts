export { type VerifiedAdminLog, verifyAdminLog } from './verify-admin-log.ts';
export { type FailureReason, VerificationFailed } from './verification-failed.ts';
export { ExportStream, type ExportTaker, type StreamedExport, type StreamedItem } from './export-stream.ts';
export { parseDocument } from './parse-document.ts';
export { type KnownKey, thumbprintOf } from './signatures.ts';
export { type Verified, type VerifiedExport, verifyExport, type VerifyExportOptions } from './verify-export.ts';
export { type SiteFiles, type VerifiedSite, verifySite } from './verify-site.ts';
