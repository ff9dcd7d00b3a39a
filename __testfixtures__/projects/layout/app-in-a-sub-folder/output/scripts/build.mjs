import '../frontend/app/pages/index.ts'
