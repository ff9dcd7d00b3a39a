export { isReportFile, mostReportBytes } from './own-reports.ts';
