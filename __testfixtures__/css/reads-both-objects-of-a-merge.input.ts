import { defu } from 'defu'

export default defu({ css: ['~/styles/a.css'] }, { ssr: true })
