import '../frontend/pages/index.ts'
