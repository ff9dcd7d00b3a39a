import base from './fw.base';

export default defineFwConfig({ ...base, ssr: !base.spa, srcDir: '.' });
