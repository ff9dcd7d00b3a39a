export default { '*.ts': (f) => `eslint apps/web/components ${f}` }
