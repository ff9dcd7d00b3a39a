export { type RenderReportOptions, renderReport } from './formats.ts';
