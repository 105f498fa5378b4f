import fs from 'fs';

// Every file of tests exports functions, named for the behaviour that they test.
let failed = 0;
for (const file of fs.readdirSync('tests').sort()) {
  for (const [name, test] of Object.entries(await import(`./tests/${file}`))) {
    try {
      await test();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed++;
      console.log(`failed  ${name}: ${error.message}`);
    }
  }
}
process.exitCode = failed === 0 ? 0 : 1;
