import type { FwConfig } from 'fw/config'

export default async (): Promise<FwConfig> => {
  const ssr = await loadSetting()
  return { srcDir: 'src', ssr, serverDir: 'src/server' }
}
