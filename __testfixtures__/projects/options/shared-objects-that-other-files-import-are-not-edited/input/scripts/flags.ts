import * as config from '../config';

console.log(config.build.payloadExtraction);
