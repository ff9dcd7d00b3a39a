import type { FwConfig } from 'fw/config'

export default async (): Promise<FwConfig> => {
  const title = await loadTitle()
  return { srcDir: 'src', app: { head: { title } } }
}
